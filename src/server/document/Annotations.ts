/**
 * What contracts say of values and properties, where the platform would not read
 * it: of a filter that has no JSON Schema of its own, of what has a whole one, and,
 * in a structure that has defaults, of the properties that have none.
 */
import { Option, SchemaAST } from "effect"

type AST = SchemaAST.AST

const KEYS = [SchemaAST.DescriptionAnnotationId, SchemaAST.ExamplesAnnotationId, SchemaAST.DefaultAnnotationId] as const

/** Puts what is said of the decoded properties on the encoded ones, which are what is sent. */
const copy = (from: SchemaAST.TypeLiteral, to: SchemaAST.TypeLiteral, changed: ReadonlySet<PropertyKey>): void => {
  for (const { annotations, name } of to.propertySignatures) {
    const sent = changed.has(name) ? undefined : from.propertySignatures.find((each) => each.name === name)
    if (sent === undefined) continue
    for (const key of KEYS)
      if (key in annotations && !(key in sent.annotations)) {
        Object.assign(sent.annotations, { [key]: annotations[key] })
      }
  }
}

/** The words of a filter without a JSON Schema, and of what has a whole one of its own. */
const keepWords = (ast: AST): void => {
  const own = Option.getOrUndefined(SchemaAST.getJSONSchemaAnnotation(ast))
  if (own === undefined && ast._tag !== "Refinement") return
  const whole = own !== undefined && "type" in own
  const description = whole ? SchemaAST.getDescriptionAnnotation(ast) : Option.none()
  const examples = whole ? SchemaAST.getExamplesAnnotation(ast) : Option.none()
  const words = Option.match(description, { onNone: () => ({}), onSome: (text) => ({ description: text }) })
  const values = Option.match(examples, { onNone: () => ({}), onSome: (given) => ({ examples: given }) })
  Object.assign(ast.annotations, { [SchemaAST.JSONSchemaAnnotationId]: { ...words, ...values, ...own } })
}

/** The schemas directly within this one, as it is sent. */
export const partsOf = (ast: AST): ReadonlyArray<AST> => {
  switch (ast._tag) {
    case "Declaration":
      return [...ast.typeParameters, ...Option.toArray(SchemaAST.getSurrogateAnnotation(ast))]
    case "TypeLiteral":
      return [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    case "TupleType":
      return [...ast.elements, ...ast.rest].map(({ type }) => type)
    case "Union":
      return ast.types
    case "Suspend":
      return [ast.f()]
    case "Refinement":
    case "Transformation":
      return [ast.from]
    default:
      return []
  }
}

/** Has the platform read all that is said within this schema. */
export const read = (ast: AST, seen: Set<AST>): void => {
  if (seen.has(ast)) return
  seen.add(ast)
  keepWords(ast)
  if (
    ast._tag === "Transformation" &&
    ast.transformation._tag === "TypeLiteralTransformation" &&
    SchemaAST.isTypeLiteral(ast.from) &&
    SchemaAST.isTypeLiteral(ast.to)
  ) {
    copy(ast.from, ast.to, new Set(ast.transformation.propertySignatureTransformations.map(({ to }) => to)))
  }
  for (const part of partsOf(ast)) read(part, seen)
}
