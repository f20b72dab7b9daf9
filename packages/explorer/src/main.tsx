/** The explorer: what stands around every page, and which page it is. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { closeSession, openSession, type Session, sessionState, WELL_KNOWN_KEY } from "./client/session.ts";
import { ContainerPage } from "./pages/container-page.tsx";
import { Overview } from "./pages/overview.tsx";
import { Insecure, SignIn } from "./pages/sign-in.tsx";
import { lazyPage } from "./parts/lazy-page.tsx";
import { isOffline } from "./parts/polling.ts";
import { Link, view } from "./parts/router.tsx";
import { theme, toggleTheme } from "./picture/colours.ts";

const Demo = lazyPage(async () => (await import("./pages/demo.tsx")).Demo);
const Requests = lazyPage(async () => (await import("./pages/requests/requests.tsx")).Requests);
const Users = lazyPage(async () => (await import("./pages/users/users.tsx")).UsersPage);

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

function App() {
  const state = sessionState.value;
  const session = state.kind === "open" ? state.session : undefined;
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Header session={session} />
      {isOffline.value && (
        <p class="banner" role="alert">
          The server does not answer. What you see is the last that it said; the page goes on asking.
        </p>
      )}
      <div id="content">{page()}</div>
    </>
  );
}

function page() {
  const state = sessionState.value;
  switch (state.kind) {
    case "opening":
      return <p class="loading">Opening…</p>;
    case "asking":
      return <SignIn reason={state.reason} />;
    case "insecure":
      return <Insecure />;
    case "unreachable":
      return (
        <main class="narrow">
          <h1>The server does not answer</h1>
          <p class="lead">Start it, then load this page again.</p>
        </main>
      );
    case "open":
      return <OpenPage session={state.session} />;
  }
}

function OpenPage({ session }: { readonly session: Session }) {
  const at = view.value;
  switch (at.name) {
    case "overview":
      return <Overview session={session} />;
    case "demo":
      return <Demo session={session} />;
    case "requests":
      return <Requests session={session} />;
    case "users":
      return <Users session={session} key={at.database} {...at} />;
    case "container":
      return <ContainerPage session={session} key={`${at.database}/${at.container}`} {...at} />;
  }
}

function Header({ session }: { readonly session: Session | undefined }) {
  const at = view.value;
  return (
    <header class="top">
      <Link to={{ name: "overview" }} class="brand">
        <svg viewBox="-16 -16 32 32" aria-hidden="true">
          <circle r="14" class="brand-orbit" />
          <circle r="8" class="brand-orbit" />
          <circle r="3.4" class="brand-sun" />
          <circle cx="8" cy="0" r="2" class="brand-planet" />
          <circle cx="-9.9" cy="-9.9" r="2.6" class="brand-planet" />
        </svg>
        <span class="brand-name">Orrery</span>
      </Link>
      {session !== undefined && (
        <nav aria-label="Pages">
          <Link to={{ name: "overview" }} current={at.name === "overview"}>
            Overview
          </Link>
          <Link to={{ name: "requests" }} current={at.name === "requests"}>
            Requests
          </Link>
          <Link to={{ name: "demo" }} current={at.name === "demo"}>
            Demonstration
          </Link>
        </nav>
      )}
      <span class="spring" />
      {session !== undefined && !session.mayWrite && <span class="tag">Read-only key</span>}
      {session !== undefined && session.keyText !== WELL_KNOWN_KEY && (
        <button type="button" class="quiet" onClick={closeSession}>
          Forget the key
        </button>
      )}
      <button
        type="button"
        class="icon"
        aria-label={theme.value === "dark" ? "Use light colours" : "Use dark colours"}
        onClick={toggleTheme}
      >
        {theme.value === "dark" ? "☀" : "☾"}
      </button>
    </header>
  );
}

render(<App />, document.getElementById("app")!);
void openSession();
