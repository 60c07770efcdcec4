import { create } from 'zustand';
import { fetchSummary, markRead } from '@/api/notices';
import { went } from '@/api/went';
import { feedback } from '@/lib/feedback';
import { noticePollEvery, noticeRefreshEvery } from '@contract/constants';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import { type Change, changes, type NoticeSend, type NoticeSummary } from '@contract/wire';
import { readToken } from '../credentials';
import { onSessionEnd } from '../sessionStore';
import { connectPush } from './pushConnection';
import { joinTabs, tellOnce } from './tellOnce';

interface Notices {
  readonly summary: NoticeSummary | null;
  readonly failed: boolean;
  /** Counts what may have changed the lists: who shows one asks again when it moves. */
  readonly round: number;
}

const empty: Notices = { summary: null, failed: false, round: 0 };

/** SPEC §3, the header's notice summary, kept fresh while somebody is signed in. */
export const useNotices = create<Notices>()(() => empty);

/** The badge: both categories together (BEHAVIOUR §6). */
export const unreadOf = ({ summary }: Pick<Notices, 'summary'>): number =>
  summary ? summary.anntMsgTotal + summary.sysMsgTotal : 0;

let stop: (() => void) | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
let every = noticeRefreshEvery;
/** The last round whose answer is shown. */
let answered = 0;

function stopTimer(): void {
  clearInterval(timer);
  timer = undefined;
}

function startTimer(): void {
  stopTimer();
  if (stop) timer = setInterval(() => void loadNotices(true), every);
}

/** Loads the counts and the newest; SPEC §4: a failure stops the timer, and what goes well starts it again. */
export async function loadNotices(background = false): Promise<boolean> {
  const person = stop;
  const round = useNotices.getState().round + 1;
  useNotices.setState({ round });
  try {
    const summary = await fetchSummary(background);
    // Of somebody who has left meanwhile.
    if (person !== stop) return false;
    // What was asked for later has been answered: this was counted before it, and would stay on the bell until the next
    // look.
    if (round < answered) return true;
    answered = round;
    useNotices.setState({ summary, failed: false });
    if (!timer) startTimer();
    return true;
  } catch {
    if (person !== stop) return false;
    if (round < answered) return true;
    stopTimer();
    useNotices.setState({ failed: true });
    return false;
  }
}

/** SPEC §4: opening a record reads it; lists and counts are asked for again also when marking it failed. */
export async function readNotice(notice: Pick<NoticeSend, 'id' | 'readFlag'>, userId: number): Promise<void> {
  if (notice.readFlag === '1') return;
  await went(markRead(notice.id, userId));
  await loadNotices();
}

/** One toast for a new notice, however many tabs are open; none for one that was taken back. */
function tell(anntId: number, show: (notice: NoticeSend) => void): void {
  const { summary } = useNotices.getState();
  const notice = [...(summary?.anntMsgList ?? []), ...(summary?.sysMsgList ?? [])].find((one) => one.anntId === anntId);
  if (!notice) return;
  void tellOnce(`${notice.id}`, () => show(notice));
}

const announceNotice = (notice: NoticeSend): void =>
  feedback.notify(notice.priority === '2' ? 'warning' : 'info', notice.titile, {
    title: noticeTexts.arrived,
    duration: notice.priority === '2' ? 10_000 : 5_000,
  });

const hearers = new Set<(what: Change) => void>();
const heardChange = (what: Change): void => hearers.forEach((hear) => hear(what));

/** Hears what an administrator has changed under the person; the answer stops it. */
export function onChange(hear: (what: Change) => void): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

/** From the login to the logout: the first look, the websocket, and a timer behind it. */
export function startNotices(userId: number): void {
  stopNotices();
  const leaveTabs = joinTabs();
  every = noticeRefreshEvery;
  // The first connection finds what the first look has just fetched.
  let opened = false;
  const disconnect = connectPush(userId, readToken, {
    onOpen: () => {
      every = noticeRefreshEvery;
      if (opened) {
        startTimer();
        void loadNotices(true);
        // Words were lost meanwhile.
        for (const what of changes) heardChange(what);
      }
      opened = true;
    },
    onWord: ({ cmd, what, msgId }) =>
      cmd === 'change' && what
        ? heardChange(what)
        : void loadNotices(true).then((loaded) => loaded && msgId !== undefined && tell(msgId, announceNotice)),
    onGiveUp: () => {
      every = noticePollEvery;
      startTimer();
      void loadNotices(true);
    },
  });
  stop = () => {
    disconnect();
    leaveTabs();
    stopTimer();
  };
  void loadNotices();
}

export function stopNotices(): void {
  const end = stop;
  stop = undefined;
  end?.();
  answered = 0;
  useNotices.setState(empty);
}

onSessionEnd(stopNotices);
