// The state of the game on this page, which all modules share. Who draws the page follows from it: live.js fetches the
// server's page while nothing waits and the server answers, else offline/table.js draws the phone's own.
//
//   revision     what the server said last: shown here, or the answer to a save. An older page is never shown.
//   announced    the newest revision heard of, from the stream of events.
//   waiting      how many entries wait on this phone; offline/queue.js says how they change.
//   isReachable  false from any failed fetch until the server answers again.
//   isForeign    something else answered in the server's place.
//   release      what the server runs now; an idle page of another release is reloaded.
//   isSending    a form is on its way: offline/send.js.
//   isPhones     the page is the phone's own.
//
// What is being entered is in the form (data-touched) and in its draft.

/** The release of this script: its address carries it. */
export const RELEASE = /\/static\/([^/]+)\//.exec(import.meta.url)?.[1] ?? "";
const shown = document.querySelector("main[data-revision]")?.dataset.revision;

/** @type {PageState} */
export const state = {
  revision: Number(shown ?? 0),
  announced: 0,
  waiting: 0,
  // The service worker shows the shell where the server did not answer.
  isReachable: navigator.onLine && !document.querySelector("[data-shell]"),
  isForeign: false,
  release: RELEASE,
  isSending: false,
  isPhones: false,
};
/** @type {(() => void)[]} */
const followers = [];

/** @param {() => void} action Runs after every change; it has to look at the state itself. */
export function onStateChange(action) {
  followers.push(action);
}

/** @param {Partial<PageState>} change */
export function changeState({ revision = 0, announced = 0, ...change }) {
  const before = { ...state };
  Object.assign(state, change);
  state.revision = Math.max(state.revision, revision);
  state.announced = Math.max(state.announced, state.revision, announced);
  const names = /** @type {(keyof PageState)[]} */ (Object.keys(state));
  if (names.some((name) => state[name] !== before[name])) for (const action of followers) action();
}

addEventListener("online", () => changeState({ isReachable: true }));
addEventListener("offline", () => changeState({ isReachable: false }));
