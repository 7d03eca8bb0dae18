/** A handler that does nothing, on the stack that Qal stands on. Says its port. */
import { HttpMiddleware, HttpRouter, HttpServer, HttpServerResponse } from "@effect/platform"
import { BunHttpServer, BunRuntime } from "@effect/platform-bun"
import { Console, Layer } from "effect"

const app = HttpRouter.empty.pipe(HttpRouter.get("/", HttpServerResponse.empty()))

const said = Layer.effectDiscard(
  HttpServer.addressWith((address) => Console.log(address._tag === "TcpAddress" ? address.port : 0))
)

/** Without spans, like Qal: they would cost it as much as all the rest. */
const served = HttpServer.serve(app).pipe(
  HttpMiddleware.withTracerDisabledWhen(() => true),
  Layer.merge(said),
  Layer.provide(BunHttpServer.layer({ port: 0, hostname: "127.0.0.1" }))
)

BunRuntime.runMain(Layer.launch(served))
