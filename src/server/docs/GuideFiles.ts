/** The guides, which are Markdown files of the project, in the order in which they are listed. */
import changelog from "../../../CHANGELOG.md" with { type: "text" }
import contributing from "../../../CONTRIBUTING.md" with { type: "text" }
import api from "../../../docs/api.md" with { type: "text" }
import architecture from "../../../docs/architecture.md" with { type: "text" }
import engines from "../../../docs/attach-engines.md" with { type: "text" }
import clients from "../../../docs/clients.md" with { type: "text" }
import commandLine from "../../../docs/command-line.md" with { type: "text" }
import conversation from "../../../docs/conversation.md" with { type: "text" }
import dashboard from "../../../docs/dashboard.md" with { type: "text" }
import picture from "../../../docs/dashboard.png" with { type: "file" }
import dependencies from "../../../docs/dependencies.md" with { type: "text" }
import effect from "../../../docs/effect-4.md" with { type: "text" }
import measurements from "../../../docs/measurements.md" with { type: "text" }
import models from "../../../docs/models.md" with { type: "text" }
import operate from "../../../docs/operate.md" with { type: "text" }
import sandbox from "../../../docs/sandbox.md" with { type: "text" }
import settings from "../../../docs/settings.md" with { type: "text" }
import machines from "../../../docs/several-machines.md" with { type: "text" }
import speech from "../../../docs/speech.md" with { type: "text" }
import transcription from "../../../docs/transcription.md" with { type: "text" }
import licence from "../../../LICENSE" with { type: "text" }
import readme from "../../../README.md" with { type: "text" }
import security from "../../../SECURITY.md" with { type: "text" }

export interface GuideFile {
  /** From the project's root. */
  readonly path: string
  readonly text: string
}

export interface GuideGroup {
  readonly title: string
  readonly files: ReadonlyArray<GuideFile>
}

export const groups: ReadonlyArray<GuideGroup> = [
  {
    title: "Use it",
    files: [
      { path: "README.md", text: readme },
      { path: "docs/clients.md", text: clients },
      { path: "docs/api.md", text: api },
      { path: "docs/transcription.md", text: transcription },
      { path: "docs/conversation.md", text: conversation },
      { path: "docs/speech.md", text: speech },
      { path: "docs/sandbox.md", text: sandbox }
    ]
  },
  {
    title: "Run it",
    files: [
      { path: "docs/attach-engines.md", text: engines },
      { path: "docs/models.md", text: models },
      { path: "docs/operate.md", text: operate },
      { path: "docs/dashboard.md", text: dashboard },
      { path: "docs/several-machines.md", text: machines },
      { path: "docs/settings.md", text: settings },
      { path: "docs/command-line.md", text: commandLine },
      { path: "SECURITY.md", text: security }
    ]
  },
  {
    title: "Change it",
    files: [
      { path: "docs/architecture.md", text: architecture },
      { path: "CONTRIBUTING.md", text: contributing },
      { path: "docs/dependencies.md", text: dependencies },
      { path: "docs/measurements.md", text: measurements },
      { path: "docs/effect-4.md", text: effect },
      { path: "CHANGELOG.md", text: changelog }
    ]
  }
]

/** What guides show or lead to, and is no guide itself: where it is embedded or read from. */
export const pictures: ReadonlyArray<{ readonly path: string; readonly type: string; readonly file: string }> = [
  { path: "docs/dashboard.png", type: "image/png", file: picture }
]

export const texts: ReadonlyArray<GuideFile> = [{ path: "LICENSE", text: licence }]
