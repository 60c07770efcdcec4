/** Time in ms within which the tabs of one browser receive each other's messages. */
const hearing = 200;

interface Claim {
  readonly subject: string;
  readonly tab: string;
  /** True if the tab is hidden; a visible tab has priority. */
  readonly hidden: boolean;
  readonly done: boolean;
}

const tab = Math.random().toString(36).slice(2);
/** Subjects that any tab has shown. */
const said = new Set<string>();
const claims = new Map<string, Claim[]>();
let channel: BroadcastChannel | undefined;

const before = (a: Claim, b: Claim): boolean => (a.hidden === b.hidden ? a.tab < b.tab : !a.hidden);

function hear({ data }: MessageEvent<Claim>): void {
  if (data.done) said.add(data.subject);
  else claims.set(data.subject, [...(claims.get(data.subject) ?? []), data]);
}

/**
 * Opens the channel between the tabs and returns a function that closes it. In an old browser without channels each
 * tab shows its own messages.
 */
export function joinTabs(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const own = new BroadcastChannel('notices');
  own.addEventListener('message', hear);
  channel = own;
  return () => {
    own.close();
    if (channel === own) channel = undefined;
    said.clear();
    claims.clear();
  };
}

/** Runs `tell` in one tab only: each tab that received the message claims it, and the first claim wins. */
export async function tellOnce(subject: string, tell: () => void): Promise<void> {
  if (said.has(subject)) return;
  const own: Claim = { subject, tab, hidden: document.hidden, done: false };
  channel?.postMessage(own);
  await new Promise((resolve) => void setTimeout(resolve, channel ? hearing : 0));
  const others = claims.get(subject) ?? [];
  claims.delete(subject);
  if (said.has(subject) || others.some((other) => before(other, own))) return;
  said.add(subject);
  channel?.postMessage({ ...own, done: true });
  tell();
}
