/** A form that sends what a schema of the contract takes, and says beside each field what is wrong with it. */
import { Button, Group, Stack } from "@mantine/core"
import { Either, ParseResult, Predicate, Schema } from "effect"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { useMessages } from "../language.tsx"
import { common } from "../messages/common.ts"
import { Problem } from "./Problem.tsx"

/** What is wrong, by field. */
type FieldProblems = Readonly<Record<string, string>>

interface FormProps<A, I> {
  readonly schema: Schema.Schema<A, I>
  /** What was entered, as the schema takes it. */
  readonly input: unknown
  /** What each field must be, in words. */
  readonly rules: FieldProblems
  readonly action: string
  readonly send: (value: A) => Promise<unknown>
  readonly cancel: () => void
  /** The fields; `at` says what is wrong with one. */
  readonly children: (at: (field: string) => string | undefined) => ReactNode
}

const fieldsIn = (error: ParseResult.ParseError, rules: FieldProblems): FieldProblems =>
  Object.fromEntries(
    ParseResult.ArrayFormatter.formatErrorSync(error).map(({ path, message }) => {
      const field = String(path[0])
      return [field, rules[field] ?? message]
    })
  )

const isDetail = Schema.is(Schema.Struct({ field: Schema.String, message: Schema.String }))

/** What the server says of the fields. */
const refusedIn = (problem: unknown): FieldProblems => {
  const details = Predicate.hasProperty(problem, "details") && Array.isArray(problem.details) ? problem.details : []
  return Object.fromEntries(details.filter(isDetail).map(({ field, message }) => [field, message]))
}

const useSending = <A, I>({ schema, input, rules, send }: FormProps<A, I>) => {
  const [wrong, setWrong] = useState<FieldProblems>({})
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const decoded = Schema.decodeUnknownEither(schema, { errors: "all" })(input)
    setProblem(undefined)
    setWrong(Either.isLeft(decoded) ? fieldsIn(decoded.left, rules) : {})
    if (Either.isLeft(decoded)) return
    setBusy(true)
    try {
      await send(decoded.right)
    } catch (refusal) {
      const refused = refusedIn(refusal)
      setWrong(refused)
      // What is said beside its field is not said twice.
      if (!Object.keys(refused).some((field) => field in rules)) setProblem(refusal)
    } finally {
      setBusy(false)
    }
  }
  return { wrong, problem, isBusy, submit }
}

export const SchemaForm = <A, I>(props: FormProps<A, I>) => {
  const t = useMessages(common)
  const { wrong, problem, isBusy, submit } = useSending(props)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(wrong).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong])
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {props.children((field) => wrong[field])}
        {problem === undefined ? null : <Problem problem={problem} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.cancel}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {props.action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
