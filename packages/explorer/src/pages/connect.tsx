/** How a program connects, in five languages, with the endpoint of this very server. */
import { useState } from "preact/hooks";
import { Choice } from "../parts/choice.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { CodeBlock } from "../parts/long-text.tsx";
import { endpointsOf, firstSteps, LANGUAGES, type Language } from "./first-steps.ts";

export function Connect({ keyText }: { readonly keyText: string }) {
  const [language, setLanguage] = useState<Language>("js");
  const endpoints = endpointsOf(location);
  const connection = `AccountEndpoint=${endpoints.plain};AccountKey=${keyText};`;
  const program = firstSteps(language, endpoints, keyText);
  return (
    <section class="panel" aria-labelledby="connect">
      <h2 id="connect">Connect</h2>
      <div class="code-line">
        <code>{connection}</code>
        <CopyButton text={connection} what="the connection string" />
      </div>
      <Choice label="Language" options={LANGUAGES} value={language} onChoose={setLanguage} />
      <CodeBlock text={program} copies="the program" />
    </section>
  );
}
