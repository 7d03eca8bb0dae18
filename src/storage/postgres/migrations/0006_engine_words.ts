/** What an engine said of a request's failure, for the operator. Null where it said nothing. */
export default ['ALTER TABLE requests ADD COLUMN said TEXT COLLATE "C"'] as const
