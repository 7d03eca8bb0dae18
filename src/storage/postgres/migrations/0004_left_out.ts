/** What of an upload a model is not given: JSON, an array of sentences. Null where nothing is left out. */
export default ['ALTER TABLE uploads ADD COLUMN left_out TEXT COLLATE "C"'] as const
