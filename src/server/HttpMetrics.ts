/** What `/metrics` says of requests: how many, by route and outcome, and how long they took. */
import * as Metrics from "../runtime/Metrics.ts"

const requests = Metrics.counter("qal_http_requests_total", "Requests answered, by method, route and class of status", [
  "method",
  "route",
  "status"
])

const durations = Metrics.seconds(
  "qal_http_request_duration_seconds",
  "Seconds from a request's arrival to the end of its answer",
  ["method", "route"]
)

/** Counts one answered request. The route is a pattern, so that there are only so many; `duration` in seconds. */
export const count = (method: string, route: string, status: number, duration: number): void => {
  requests(1, method, route, `${Math.floor(status / 100)}xx`)
  durations(duration, method, route)
}
