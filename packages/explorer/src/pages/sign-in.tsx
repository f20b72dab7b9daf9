/** Asks for the account key, where the well-known one does not open the door. */

import { useState } from "preact/hooks";
import { tryKey } from "../client/session.ts";
import { Failure } from "../parts/failure.tsx";

export function SignIn({ reason }: { readonly reason?: string | undefined }) {
  const [key, setKey] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    await tryKey(key);
    setBusy(false);
  };
  return (
    <main class="narrow">
      <h1>Open this account</h1>
      <p class="lead">
        This server has a key of its own. The page uses it like any client and forgets it when this tab is
        closed. A read-only key shows everything and changes nothing.
      </p>
      <form class="panel" onSubmit={submit}>
        <label class="field">
          <span>Account key</span>
          <input
            type="password"
            value={key}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <Failure reason={reason} />
        <div class="buttons">
          <button type="submit" class="primary" disabled={key.trim() === "" || isBusy}>
            Open
          </button>
        </div>
      </form>
    </main>
  );
}

export function Insecure() {
  const address = `https://${location.host}${location.pathname}`;
  return (
    <main class="narrow">
      <h1>Use https here</h1>
      <p class="lead">
        Browsers sign requests only on pages that nobody could have changed on the way. The same port serves
        https: <a href={address}>{address}</a>
      </p>
    </main>
  );
}
