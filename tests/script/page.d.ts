// Types of the script: what the server delivers, what the phone stores, and the events between modules.

type Stage = "bid" | "result" | "whole";
type StoreName = "games" | "kits" | "outbox" | "leases";
type LiveState = "live" | "trying" | "busy" | "gone";
type Options = Record<string, unknown>;

/** The facts of a hand, as the record has them. */
type Hand = Record<string, any>;

interface GameRecord {
  format: string;
  game: string;
  players: string[];
  dealer?: number;
  options?: Options;
  date?: string;
  /** The players change seats when their partners change. */
  moves_seats?: boolean;
  /** The totals before the first hand, of a game begun on paper. */
  opening?: number[];
  hands: Hand[];
}

/** A field of a hand as the server describes it; which of the parts it has depends on its kind. */
interface Field {
  kind: string;
  key: string;
  label: string;
  /** The label inside a group. */
  short?: string;
  /** What to do when a needed entry is not there. */
  missing?: string;
  when: string;
  needed?: boolean;
  alone?: boolean;
  excuses?: boolean;
  choices: [unknown, string][];
  colors: boolean;
  /** Limits of a number or of the entries of a list, and what would be right in words. */
  low?: number;
  high?: number;
  step?: number;
  /** The highest is fine even if it is off the steps. */
  top?: boolean;
  least?: number;
  wanted?: string;
  of: Field;
  count: number;
  rest: boolean;
  blank: unknown;
  whole: number | null;
  fields: Field[];
  plain: Field;
  group: Field;
  first: Field;
  second: Field;
  forms: Field[];
}

/** Why there are points: a sentence with figures to fill in, and the rule. */
interface Reason {
  why: string;
  one?: string;
  rule: string;
  [figure: string]: any;
}

/** Who bid in a hand, and whether they made it. */
interface Contract {
  sides: number[];
  isMade: boolean;
}

/** What may end a game by a table's own figures. */
interface EndWays {
  spread: number | null;
  floor: number | null;
  bid_to_win: boolean;
  bidders_first: boolean;
}

interface End {
  ways?: EndWays;
  points: number | null;
  hands: number | null;
  lowest: boolean;
  shared: boolean;
  words: string;
}

/** How a hand is scored; what else it holds depends on its kind. */
interface HandRules {
  kind: string;
  teams?: number[][][];
  together?: number;
  completes?: { way: string; list: string; at: string; into: string; from: string; unless: string; when: string; key: string; each: number };
  [part: string]: any;
}

/** A game for so many players with its options, as data. */
interface Facts {
  format: number;
  game: string;
  name: string;
  players: number;
  sides: number[][];
  hand: HandRules;
  end: End;
  redeals: boolean;
  uncounted: string[];
  /** Fields that an open hand may have beside its bid. */
  open: string[];
  adjust: Reason;
  roles: { speaks: number | null; begins_left_of: string; begins: string };
  fields: Record<string, Field>;
}

/** A figure that may be agreed without a network, and what it sets in the facts. */
interface Tuning {
  key: string;
  label: string;
  usual: number | null;
  low: number;
  high: number;
  against: string[];
  sets: [string[], unknown][];
}

/** All that a table of one kind needs. */
interface Kit {
  key: string;
  facts: Facts;
  form: string;
  options: Options;
  agreed: string;
  /** The name of a usual set of options. */
  preset?: string;
  group: string;
  rank: number;
  usual: boolean;
  tunings: Tuning[];
}

/** Whose the seats, the sides and the entries of a list for the sides are. */
interface TableNames {
  players: string[];
  sides: string[];
  entries: string[];
}

/** A game as the server had it last. */
interface GameCopy {
  id: string;
  record: GameRecord;
  hands: { hand: number; number: number }[];
  next_hand: number;
  revision: number;
  may_score: boolean;
  kit: string;
  seen: number;
}

/** What a page shares among its modules; game-state.js says what it means. */
interface PageState {
  revision: number;
  announced: number;
  waiting: number;
  isReachable: boolean;
  isForeign: boolean;
  release: string;
  isSending: boolean;
  isPhones: boolean;
}

/** An entry that waits on this phone: a new game, or a hand; queue.js says what it knows. */
interface OutboxEntry {
  n: number;
  game: string;
  kind: "start" | "hand";
  hand: number;
  base: number;
  facts: Hand | null;
  token: string;
  sent: string[];
  earlier: { facts: Hand | null; made: number }[];
  made: number;
  state: "waiting" | "refused" | "conflict" | "ends_earlier";
  /** It goes back to what was before, in case that it has arrived. */
  isUndone?: boolean;
  record?: GameRecord;
  confirmed?: boolean;
  errors?: { message: string }[];
  /** The other version; its number is 0 if it waits on this phone too. */
  theirs?: { hand: number; number: number; facts: Hand | null; by: string };
  dropped?: number;
}

type Choice = "mine" | "theirs" | "next";

/** What the server says to an entry. */
interface SyncAnswer {
  state: "saved" | "again" | OutboxEntry["state"];
  game?: GameCopy;
  number?: number;
  errors?: OutboxEntry["errors"];
  theirs?: OutboxEntry["theirs"];
  dropped?: number;
}

/** A hand of a table; `entry` if it waits on this phone. */
interface TableHand {
  hand: number;
  number: number;
  facts: Hand;
  entry?: OutboxEntry;
}

interface OfflineTable {
  copy: GameCopy;
  kit: Kit;
  entries: OutboxEntry[];
  hands: TableHand[];
  next: number;
  record: GameRecord;
}

/** The hand that the form is for; `over` is the mark of the entry that it was drawn from, `corrects` a refused entry. */
interface Editing {
  stage: Stage;
  hand: number;
  base: number;
  known: Hand;
  place: number;
  over?: string;
  corrects?: number;
}

type CorrectEntry = (entry: OutboxEntry, place: number) => void;

interface Line {
  side: number;
  points: number;
  why: string;
  rule: string;
}

interface ScoredHand {
  dealer: number;
  points: number[];
  totals: number[];
  lines: Line[];
}

interface Sheet {
  format: string;
  game: string;
  sides: { name: string; seats: number[] }[];
  opening?: number[];
  hands: ScoredHand[];
  totals: number[];
  over: boolean;
  winners: number[];
  next_dealer: number | null;
  open?: Hand;
  /** Why the record does not score to its end. */
  trouble?: string;
}

interface RecordErrors {
  errors: { hand: number; path?: string; message: string }[];
}

/** A game while it is scored. */
interface GameState {
  facts: Facts;
  totals: number[];
  dealer: number;
  counted: number;
  winners: number[];
  hands: ScoredHand[];
  open: Hand | null;
}

/** A label, and what to do or where to go. */
type NoteButton = [label: string, action?: string | (() => unknown)];

interface Note {
  key: string;
  text?: string;
  buttons?: NoteButton[];
}

/** The parts of a page that are swapped. */
interface PageParts {
  main: HTMLElement;
  title: string;
  bodyClass: string;
}

interface DocumentEventMap {
  "rook:note": CustomEvent<Note>;
  "rook:state": CustomEvent<LiveState>;
  "rook:swapped": CustomEvent;
}

/** What our selectors find: the tag named last, an input where a name is asked for, else any HTML element. */
interface ParentNode {
  querySelector(selectors: "main form.hand" | "form.hand" | "form.asking" | "form[data-new-game]"): HTMLFormElement | null;
  querySelector(selectors: `${string}button[${string}`): HTMLButtonElement | null;
  querySelector(selectors: `${string}input[${string}`): HTMLInputElement | null;
  querySelector<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): HTMLElementTagNameMap[Tag] | null;
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: `form${string}`): NodeListOf<HTMLFormElement>;
  querySelectorAll(selectors: `${string}button[${string}`): NodeListOf<HTMLButtonElement>;
  querySelectorAll(selectors: `${string}[name${string}` | `${string}input[${string}`): NodeListOf<HTMLInputElement>;
  querySelectorAll(selectors: `${string}time[datetime]`): NodeListOf<HTMLTimeElement>;
  querySelectorAll(selectors: "input, textarea, button[name=put]"): NodeListOf<HTMLInputElement>;
  querySelectorAll<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): NodeListOf<HTMLElementTagNameMap[Tag]>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

interface Element {
  closest(selectors: "form.asking"): HTMLFormElement | null;
  closest<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): HTMLElementTagNameMap[Tag] | null;
  closest(selectors: string): HTMLElement | null;
}
