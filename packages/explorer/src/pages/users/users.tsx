/** The users of a database: who they are, and what each of them may do. */

import { useMemo, useState } from "preact/hooks";
import type { Session } from "../../client/session.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useLoaded } from "../../parts/loaded.ts";
import { go, Link } from "../../parts/router.tsx";
import { Field } from "../container-dialogs.tsx";
import { Permissions } from "./permissions.tsx";
import { UserStore } from "./user-store.ts";

interface UsersProps {
  readonly session: Session;
  readonly database: string;
  /** The one that the address names. */
  readonly user?: string;
}

export function UsersPage({ session, database, user }: UsersProps) {
  const { client, mayWrite } = session;
  const store = useMemo(() => new UserStore(client, database), [client, database]);
  const [isAsking, setAsking] = useState(false);
  const { value: users, reason, load } = useLoaded(() => store.users(), [store]);
  const isThere = users?.some(({ id }) => id === user) ?? false;
  return (
    <main>
      <div class="head">
        <div>
          <p class="crumbs">
            <Link to={{ name: "overview" }}>All containers</Link> / {database}
          </p>
          <h1>Users</h1>
          <p class="lead">
            A user has permissions. Each comes with a token, which opens what the permission names and nothing
            else: for programs that must not have the account key.
          </p>
        </div>
      </div>
      <Failure reason={reason} />
      {users === undefined && reason === "" && <p class="loading">Looking at the users…</p>}
      {users !== undefined && (
        <div class="side-by-side">
          <section class="panel side-group" aria-labelledby="users-title">
            <div class="panel-head">
              <h2 id="users-title">In {database}</h2>
              {mayWrite && (
                <button type="button" class="small" aria-label="New user" onClick={() => setAsking(true)}>
                  New
                </button>
              )}
            </div>
            {users.length === 0 ? (
              <p class="caption">There is no user yet.</p>
            ) : (
              <ul class="side-list">
                {users.map(({ id }) => (
                  <li key={id}>
                    <Link to={{ name: "users", database, user: id }} current={id === user}>
                      {id}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </section>
          {user !== undefined && isThere ? (
            <Permissions
              key={user}
              session={session}
              store={store}
              database={database}
              user={user}
              onRemoved={async () => {
                await load();
                go({ name: "users", database });
              }}
            />
          ) : (
            <section class="panel centred">
              <p class="caption">
                {user === undefined ? "Choose a user, or make one." : `There is no user “${user}” any more.`}
              </p>
            </section>
          )}
        </div>
      )}
      {isAsking && (
        <NewUser
          store={store}
          onClose={() => setAsking(false)}
          onDone={async (id) => {
            await load();
            go({ name: "users", database, user: id });
          }}
        />
      )}
    </main>
  );
}

interface NewUserProps {
  readonly store: UserStore;
  readonly onClose: () => void;
  readonly onDone: (id: string) => Promise<void>;
}

function NewUser({ store, onClose, onDone }: NewUserProps) {
  const [id, setId] = useState("");
  const act = async () => {
    await store.createUser(id);
    await onDone(id);
  };
  return (
    <Dialog title="New user" action="Create" canAct={id.trim() !== ""} act={act} onClose={onClose}>
      <Field label="Name" value={id} onInput={setId} />
    </Dialog>
  );
}
