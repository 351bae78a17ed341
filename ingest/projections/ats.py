"""Hiring. A candidate's addresses are private ones: keyed hashes only, and of a private candidate not even these."""

from collections.abc import Mapping

from ingest import readings
from ingest.projections.table import Projection, one_of

_PERSON = ("first_name last_name",)
_FAMILY = {"family_name": ("last_name", readings.text)}
_VALUE = readings.within("value")

MODELS: Mapping[str, Projection] = {
    "ats/Candidate": Projection(
        _PERSON, search=_FAMILY, restricted=True, visible_when={"is_private": one_of(None, False)},
        joins={"email_addresses": ("mail", _VALUE), "phone_numbers": ("phone", readings.typed("value", "phone_number_type")),
               "urls": ("url", _VALUE)},
        without={"applications": "the application names its candidate itself", "attachments": "the attachment names its candidate itself"}),
    "ats/Application": Projection(
        edges={"candidate": "OF_CANDIDATE", "job": "FOR_JOB", "current_stage": "IN_STAGE", "credited_to": "CREDITED_TO"}, restricted=True,
        without={"reject_reason": "why somebody was rejected is a judgement on a person, read live",
                 "offers": "the offer names its application itself",
                 "screening_question_answers": "what a candidate answered is read live"}),
    "ats/ScheduledInterview": Projection(
        edges={"application": "OF_APPLICATION", "job_interview_stage": "IN_STAGE", "organizer": "ORGANIZED_BY",
               "interviewers": "INTERVIEWED_BY"}, restricted=True),
    "ats/Scorecard": Projection(
        edges={"application": "OF_APPLICATION", "interview": "OF_INTERVIEW", "interviewer": "INTERVIEWED_BY"}, restricted=True),
    "ats/Offer": Projection(edges={"application": "OF_APPLICATION", "creator": "CREATED_BY"}, restricted=True),
    "ats/Activity": Projection(edges={"candidate": "OF_CANDIDATE", "user": "CREATED_BY"}, restricted=True),
    "ats/Attachment": Projection(edges={"candidate": "OF_CANDIDATE"}, restricted=True),
    "ats/Job": Projection(
        ("name",), aliases=("code",),
        edges={"departments": "IN_DEPARTMENT", "offices": "IN_OFFICE", "hiring_managers": "HIRING_MANAGER", "recruiters": "RECRUITER"},
        visible_when={"confidential": one_of(None, False)}, without={"job_postings": "the posting names its job itself"}),
    "ats/JobPosting": Projection(
        ("title",), edges={"job": "FOR_JOB"}, visible_when={"status": one_of("PUBLISHED")},
        without={"job_posting_urls": "addresses of pages, not records"}),
    "ats/JobInterviewStage": Projection(("name",), edges={"job": "FOR_JOB"}, restricted=True),
    "ats/RemoteUser": Projection(_PERSON, search=_FAMILY, email=("email", readings.address), joins={"email": ("mail", readings.text)}),
    "ats/Department": Projection(("name",)),
    "ats/Office": Projection(("name",), search={"city": ("location", readings.text)}, values={"city": ("location", readings.text)}),
    "ats/RejectReason": Projection(("name",), restricted=True),
}

LEFT_OUT: Mapping[str, str] = {
    "ats/Eeoc": "protected attributes of candidates (class D), for nobody to read one by one",
    "ats/Tag": "has no id at the source, so there is nothing to key it by",
    "ats/ScreeningQuestion": "Merge gives no list of it: it comes inside an application, which is read live",
}
