/**
 * The jobs under way, each from the start of its work to its end: settled,
 * failed, or cut by the deadline of a server that goes down. A job ends once, and
 * its watchers get exactly that outcome.
 */
import type { SqlError } from "@effect/sql/SqlError"
import {
  Cause,
  Deferred,
  Duration,
  Effect,
  Exit,
  FiberId,
  FiberRef,
  FiberRefs,
  HashMap,
  Option,
  Runtime,
  Schedule
} from "effect"
import {
  type ChargeTerms,
  currentChargeTerms,
  currentOperation,
  currentShare,
  type JobId,
  type WalletId
} from "../Domain.ts"
import { type BillingPending, type InsufficientCredits, isProblem, type ProviderUnavailable } from "../Errors.ts"
import { stopping } from "../http/Problems.ts"
import * as Metrics from "../runtime/Metrics.ts"
import * as Spans from "../runtime/Spans.ts"
import { problemOf } from "../runtime/SystemErrors.ts"
import * as EventLog from "./EventLog.ts"
import type { Job, Running, SettledJob, Work } from "./Job.ts"
import * as Money from "./Money.ts"
import type { Settlement } from "./Settlement.ts"

/**
 * Writing that a job is cut may take this long before its watchers get
 * the same: what is not written then, the next start makes good.
 */
const LAST_WRITE = Duration.millis(250)

/** How often the release of an ended job's hold is tried again, where it failed, such as on a full disk. */
const RELEASED_AGAIN = Schedule.spaced("1 second")

const startedCount = Metrics.counter("qal_jobs_started_total", "Paid work that was begun", ["operation"])
const settledCount = Metrics.counter("qal_jobs_settled_total", "Paid work that was done and charged", ["operation"])
const failedCount = Metrics.counter(
  "qal_jobs_failed_total",
  "Paid work that failed, and cost nothing, by the code of the error",
  ["operation", "code"]
)
const cutCount = Metrics.counter(
  "qal_charges_cut_total",
  "Charges of less than the work came to, as its wallet held no more",
  ["operation"]
)
const unchargedCount = Metrics.counter(
  "qal_uncharged_etb_total",
  "ETB that work came to beyond what its wallet held, which the operator bears",
  ["operation"]
)
const runningGauge = Metrics.gauge("qal_jobs_running", "Paid work under way", ["operation"])

const failureOf = <E>(cause: Cause.Cause<E>): string => {
  if (Cause.isInterruptedOnly(cause)) return "INTERRUPTED"
  const failure = Option.getOrUndefined(Option.filter(Cause.failureOption(cause), isProblem))
  return (failure ?? problemOf(Cause.squash(cause)))?._tag ?? "INTERNAL_ERROR"
}

/** The outcome that watchers get. Nobody interrupts a job but the server that goes down. */
const outcomeOf = <A, E>(exit: Exit.Exit<A, E>): Exit.Exit<A, E | ProviderUnavailable> =>
  Exit.isFailure(exit) && Cause.isInterruptedOnly(exit.cause) ? Exit.fail(stopping) : exit

/** The log annotations of the request that began the job, with those of the job. */
const annotated = (parent: FiberRefs.FiberRefs, names: Readonly<Record<string, unknown>>) => {
  let annotations = FiberRefs.getOrDefault(parent, FiberRef.currentLogAnnotations)
  for (const name in names) annotations = HashMap.set(annotations, name, names[name])
  return annotations
}

/** What a job's end is written with. */
export interface JobLedger {
  readonly settlement: Settlement
  /** Replaces the hold by `wanted`, or by all that the wallet has where that is at least `least`. Answers what is held then. */
  readonly hold: (
    jobId: JobId,
    walletId: WalletId,
    wanted: Money.Money,
    least: Money.Money
  ) => Effect.Effect<Money.Money, InsufficientCredits>
  /** Releases the hold and frees the id of a job that is not settled. */
  readonly release: (jobId: JobId, failure: string) => Effect.Effect<void, SqlError>
}

/** `working`: nothing is charged yet. `settling`: it may be, at any moment. `over`: its end is decided. */
type Stage = "working" | "settling" | "over"

/** One job. Its `stage` is read and set within one turn of the event loop, so that exactly one end is reached. */
class RunningJob<Event, Result, Encoded, E> {
  stage: Stage = "working"
  readonly log: EventLog.EventLog<Event>
  readonly outcome = Deferred.unsafeMake<SettledJob<Result>, E | BillingPending | ProviderUnavailable>(FiberId.none)

  constructor(
    readonly id: JobId,
    readonly job: Job<Event, Result, Encoded, E>,
    /** What its wallet holds for it; a charge is never more. */
    private held: Money.Money,
    /** What its engines say of it. */
    private readonly terms: ChargeTerms,
    private readonly ledger: JobLedger,
    private readonly onEnd: () => void
  ) {
    this.log = EventLog.make(job.keeps)
    startedCount(1, job.operation)
    runningGauge(1, job.operation)
  }

  private end(exit: Exit.Exit<SettledJob<Result>, E | BillingPending>): Effect.Effect<void> {
    return Effect.sync(() => {
      this.stage = "over"
      this.onEnd()
      this.log.end()
      runningGauge(-1, this.job.operation)
      if (Exit.isSuccess(exit)) settledCount(1, this.job.operation)
      else failedCount(1, this.job.operation, failureOf(exit.cause))
      Deferred.unsafeDone(this.outcome, outcomeOf(exit))
    })
  }

  /**
   * Releases what the job holds, then ends it as failed: so a client that asks
   * again at once finds its id free. Where the database does not take the release
   * the job ends first, and the release is tried again until it is taken.
   */
  private fail(cause: Cause.Cause<E | BillingPending>): Effect.Effect<void> {
    const release = this.ledger.release(this.id, failureOf(cause))
    const ended = this.end(Exit.failCause(cause))
    const logged = Cause.isDie(cause) ? Effect.logError("a job ended in a defect", cause) : Effect.void
    return Effect.zipRight(
      logged,
      Effect.matchEffect(release, {
        onSuccess: () => ended,
        onFailure: () => Effect.zipRight(ended, Effect.ignore(Effect.retry(release, RELEASED_AGAIN)))
      })
    )
  }

  /** The work without what models did that may not be sold. */
  private chargeable(work: Work<Result>): Work<Result> {
    const { isFree, parts } = this.terms
    return isFree ? { price: work.beside?.(parts) ?? Money.zero, settle: work.settle } : work
  }

  /** The work at a price that is held. An amount beyond that is logged for the operator. */
  private affordable(whole: Work<Result>): Effect.Effect<Work<Result>> {
    const { held } = this
    const work = this.chargeable(whole)
    const price = Money.fromMicros(Math.min(work.price, held))
    const uncharged = Money.subtract(work.worth ?? work.price, price)
    if (uncharged <= 0) return Effect.succeed(work)
    cutCount(1, this.job.operation)
    unchargedCount(Money.toEtb(uncharged), this.job.operation)
    const message = "the work came to more than its wallet held; the operator bears the difference"
    const amounts = { held: Money.toText(held), charged: Money.toText(price), uncharged: Money.toText(uncharged) }
    return Effect.as(Effect.annotateLogs(Effect.logWarning(message), amounts), { ...work, price })
  }

  private settle(work: Work<Result>): Effect.Effect<void> {
    const settled = Effect.flatMap(this.affordable(work), (affordable) =>
      this.ledger.settlement.settle(this.id, this.job, affordable)
    )
    return Effect.matchCauseEffect(settled, {
      onFailure: (cause) => this.fail(cause),
      onSuccess: (settled) => this.end(Exit.succeed(settled))
    })
  }

  /** What is held from now on. */
  private holdUpTo(wanted: Money.Money, least: Money.Money): Effect.Effect<Money.Money, InsufficientCredits> {
    return Effect.tap(this.ledger.hold(this.id, this.job.walletId, wanted, least), (held) =>
      Effect.sync(() => {
        this.held = held
      })
    )
  }

  /** Uninterruptible but for the work itself: what a job holds is released however it ends. */
  get whole(): Effect.Effect<void> {
    const publish = this.log.append
    const emit = (event: Event) => Effect.sync(() => publish(event))
    const holdUpTo = (wanted: Money.Money, least: Money.Money) => Effect.uninterruptible(this.holdUpTo(wanted, least))
    const hold = (estimate: Money.Money) => Effect.asVoid(holdUpTo(estimate, estimate))
    const work = Effect.suspend(() => this.job.run({ id: this.id, held: this.held, publish, emit, hold, holdUpTo }))
    return Effect.exit(Effect.interruptible(work)).pipe(
      Effect.flatMap((exit) => {
        if (this.stage === "over") return Effect.void
        this.stage = "settling"
        return Exit.isSuccess(exit) ? this.settle(exit.value) : this.fail(exit.cause)
      }),
      Effect.uninterruptible
    )
  }

  /**
   * The deadline has come. Fails the job at once, however long its engine keeps
   * the fiber; one that is being settled ends as that does. Says whether it was cut.
   */
  get cut(): Effect.Effect<boolean> {
    return Effect.suspend(() => {
      if (this.stage !== "working") return Effect.succeed(false)
      this.stage = "over"
      const written = Effect.ignore(Effect.timeoutOption(this.ledger.release(this.id, "INTERRUPTED"), LAST_WRITE))
      return Effect.as(Effect.zipRight(written, this.end(Exit.failCause(Cause.interrupt(FiberId.none)))), true)
    })
  }
}

/** The whole job in a span that ends when its watchers get the result. */
const inSpan = <Event, Result, Encoded, E>({ id, job, outcome, whole }: RunningJob<Event, Result, Encoded, E>) =>
  Effect.withFiberRuntime<void>((fiber) => {
    if (!Spans.isOn(fiber)) return whole
    const names = { "qal.operation": job.operation, "qal.job_id": id, "qal.wallet_id": job.walletId }
    const work = Effect.zipRight(whole, Deferred.await(outcome))
    return Effect.asVoid(Effect.exit(Spans.within(work, `job ${job.operation}`, names)))
  })

export const make = (ledger: JobLedger) =>
  Effect.map(Effect.runtime<never>(), (runtime) => {
    const runFork = Runtime.runFork(runtime)
    const underWay = new Map<JobId, Effect.Effect<boolean>>()
    let fibers = 0

    /** Starts an admitted job in a daemon fiber, which logs and traces as `parent` and works in its wallet's share of all workers. */
    const start = <Event, Result, Encoded, E>(
      id: JobId,
      job: Job<Event, Result, Encoded, E>,
      held: Money.Money,
      parent: FiberRefs.FiberRefs
    ): Running<Event, Result, E> => {
      const terms: ChargeTerms = { isFree: false, parts: new Set() }
      const life = new RunningJob(id, job, held, terms, ledger, () => underWay.delete(id))
      const names = annotated(parent, { job: id, wallet: job.walletId, operation: job.operation })
      underWay.set(
        id,
        Effect.suspend(() => {
          fiber.unsafeInterruptAsFork(FiberId.none)
          return life.cut
        })
      )
      fibers++
      const fiber = runFork(inSpan(life), {
        updateRefs: (_, forkAs) =>
          FiberRefs.updateManyAs(parent, {
            entries: [
              [FiberRef.currentLogAnnotations, [[forkAs, names]]],
              [currentShare, [[forkAs, job.walletId]]],
              [currentOperation, [[forkAs, job.operation]]],
              [currentChargeTerms, [[forkAs, terms]]]
            ],
            forkAs
          })
      })
      fiber.addObserver(() => {
        fibers--
      })
      const { log, outcome } = life
      return { _tag: "Running", jobId: id, events: log, settled: Deferred.await(outcome) }
    }

    return {
      start,
      /** Whether any fiber of a job is left, also of one that was cut and whose engine does not let go. */
      isAny: (): boolean => fibers > 0,
      /** Stops all running jobs, and returns when their watchers know. Answers how many there were. */
      cutAll: Effect.suspend(() =>
        Effect.map(
          Effect.all(Array.from(underWay.values()), { concurrency: "unbounded" }),
          (cut) => cut.filter((wasCut) => wasCut).length
        )
      )
    }
  })
