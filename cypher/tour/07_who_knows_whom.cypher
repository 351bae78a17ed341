// Who knows whom? People that this person meets over one thing in common: a team, a customer, a ticket, a manager
// in: tenant text, person text
// out: path path
MATCH (p:Entity {key: $person})
WHERE p.tenant = $tenant
CALL (p) {
  MATCH (p)-[r]-(thing:Entity)
  WHERE r.deleted_at IS NULL AND thing.tenant = $tenant AND thing.deleted_at IS NULL AND thing.retired_at IS NULL
  RETURN r AS first, thing LIMIT 30
}
CALL (p, thing) {
  MATCH (thing)-[s]-(q:Entity)
  WHERE s.deleted_at IS NULL AND q.tenant = $tenant AND q.deleted_at IS NULL AND q.retired_at IS NULL AND q <> p
    AND (q:Employee OR q:CrmContact OR q:CrmUser OR q:TicketUser OR q:TicketContact OR q:Candidate OR q:RecruitingUser OR q:LedgerContact OR q:PersonHub)
  RETURN s AS second, q LIMIT 15
}
RETURN p AS person, first, thing, second, q AS known
LIMIT 150
