// Who knows whom? People that this person meets over one thing in common: a team, a customer, a ticket, a manager
// in: tenant text, person text
// out: person node, first relationship, thing node, second relationship, known node
MATCH (p:Entity {key: $person})
WHERE p.tenant = $tenant
CALL (p) {
  MATCH (p)-[r]-(thing:Entity)
  WHERE NOT type(r) IN ['IN_BLOCK', 'PAIRED_WITH'] AND r.deleted_at IS NULL AND thing.tenant = $tenant AND thing.deleted_at IS NULL AND thing.retired_at IS NULL
  RETURN r AS first, thing LIMIT 30
}
CALL (p, thing) {
  MATCH (thing)-[s]-(q:Entity)
  WHERE NOT type(s) IN ['IN_BLOCK', 'PAIRED_WITH'] AND s.deleted_at IS NULL AND q.tenant = $tenant AND q.deleted_at IS NULL AND q.retired_at IS NULL AND q <> p
    AND (q:PersonHub OR q:Employee OR q:Candidate OR q:RecruitingUser OR q:CrmContact OR q:Lead OR q:CrmUser OR q:TicketContact OR q:TicketUser
      OR q:LedgerEmployee OR q:FileUser OR q:KnowledgeUser)
  RETURN s AS second, q LIMIT 15
}
RETURN p AS person, first, thing, second, q AS known
LIMIT 150
