/** Time in ms within which the tabs of one browser receive each other's messages. */
const answerWindowMs = 200;

interface TellingClaim {
  readonly subject: string;
  readonly tab: string;
  /** True if the tab is hidden; a visible tab has priority. */
  readonly hidden: boolean;
  readonly done: boolean;
}

const tabId = Math.random().toString(36).slice(2);
/** Subjects that any tab has shown. */
const shownSubjects = new Set<string>();
const claimsBySubject = new Map<string, TellingClaim[]>();
let channel: BroadcastChannel | undefined;

const hasPriority = (a: TellingClaim, b: TellingClaim): boolean => (a.hidden === b.hidden ? a.tab < b.tab : !a.hidden);

function handleClaim({ data }: MessageEvent<TellingClaim>): void {
  if (data.done) shownSubjects.add(data.subject);
  else claimsBySubject.set(data.subject, [...(claimsBySubject.get(data.subject) ?? []), data]);
}

/**
 * Opens the channel between the tabs and returns a function that closes it. In an old browser without channels each
 * tab shows its own messages.
 */
export function joinTabs(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const newChannel = new BroadcastChannel('notices');
  newChannel.addEventListener('message', handleClaim);
  channel = newChannel;
  return () => {
    newChannel.close();
    if (channel === newChannel) channel = undefined;
    shownSubjects.clear();
    claimsBySubject.clear();
  };
}

/** Runs `announce` in one tab only: each tab that received the message claims it, and the first claim wins. */
export async function tellOnce(subject: string, announce: () => void): Promise<void> {
  if (shownSubjects.has(subject)) return;
  const ownClaim: TellingClaim = { subject, tab: tabId, hidden: document.hidden, done: false };
  channel?.postMessage(ownClaim);
  await new Promise((resolve) => void setTimeout(resolve, channel ? answerWindowMs : 0));
  const otherClaims = claimsBySubject.get(subject) ?? [];
  claimsBySubject.delete(subject);
  if (shownSubjects.has(subject) || otherClaims.some((otherTellingClaim) => hasPriority(otherTellingClaim, ownClaim)))
    return;
  shownSubjects.add(subject);
  channel?.postMessage({ ...ownClaim, done: true });
  announce();
}
