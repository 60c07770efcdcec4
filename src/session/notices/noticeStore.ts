import { create } from 'zustand';
import { fetchSummary, markRead } from '@/api/notices';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { noticePollInterval, noticeRefreshInterval } from '@contract/constants';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import { type AdministratorChange, administratorChanges, type NoticeSend, type NoticeSummary } from '@contract/wire';
import { readToken } from '../credentials';
import { onSessionEnd } from '../sessionStore';
import { heardTask, useLongTasks } from './longTaskStore';
import { connectPush } from './pushConnection';
import { joinTabs, tellOnce } from './tellOnce';

interface NoticeStore {
  readonly summary: NoticeSummary | null;
  readonly failed: boolean;
  /** Increases with each possible change of the lists; a component that shows one reloads then. */
  readonly round: number;
}

const emptyNotices: NoticeStore = { summary: null, failed: false, round: 0 };

/** The header's summary of notices (SPEC §3), kept current while a person is signed in. */
export const useNotices = create<NoticeStore>()(() => emptyNotices);

/** Returns the number on the badge: both categories together (BEHAVIOUR §6). */
export const unreadOf = ({ summary }: Pick<NoticeStore, 'summary'>): number =>
  summary ? summary.anntMsgTotal + summary.sysMsgTotal : 0;

let stopListening: (() => void) | undefined;
let pollTimer: ReturnType<typeof setInterval> | undefined;
let refreshIntervalMs = noticeRefreshInterval;
/** Last round whose answer was shown. */
let lastAnsweredRound = 0;

function stopTimer(): void {
  clearInterval(pollTimer);
  pollTimer = undefined;
}

function startTimer(): void {
  stopTimer();
  if (stopListening) pollTimer = setInterval(() => void loadNotices(true), refreshIntervalMs);
}

/** Loads the counts and the newest notices. A failure stops the timer, a success starts it again (SPEC §4). */
export async function loadNotices(background = false): Promise<boolean> {
  const listenerAtStart = stopListening;
  const round = useNotices.getState().round + 1;
  useNotices.setState({ round });
  try {
    const summary = await fetchSummary(background);
    // The person has signed out meanwhile.
    if (listenerAtStart !== stopListening) return false;
    // A later request has been answered already. This older count would stay on the bell until the next load.
    if (round < lastAnsweredRound) return true;
    lastAnsweredRound = round;
    useNotices.setState({ summary, failed: false });
    if (!pollTimer) startTimer();
    return true;
  } catch {
    if (listenerAtStart !== stopListening) return false;
    if (round < lastAnsweredRound) return true;
    stopTimer();
    useNotices.setState({ failed: true });
    return false;
  }
}

/** Marks an opened notice as read. Lists and counts reload even if that fails (SPEC §4). */
export async function readNotice(notice: Pick<NoticeSend, 'id' | 'readFlag'>, userId: number): Promise<void> {
  if (notice.readFlag === '1') return;
  await succeeded(markRead(notice.id, userId));
  await loadNotices();
}

/** Shows one toast for a new notice, however many tabs are open; none if it was withdrawn. */
function toastNotice(anntId: number, show: (notice: NoticeSend) => void): void {
  const { summary } = useNotices.getState();
  const notice = [...(summary?.anntMsgList ?? []), ...(summary?.sysMsgList ?? [])].find(
    (candidate) => candidate.anntId === anntId,
  );
  if (!notice) return;
  void tellOnce(`${notice.id}`, () => show(notice));
}

const announceNotice = (notice: NoticeSend): void =>
  feedback.notify(notice.priority === '2' ? 'warning' : 'info', notice.titile, {
    title: noticeTexts.arrived,
    duration: notice.priority === '2' ? 10_000 : 5_000,
  });

const changeListeners = new Set<(change: AdministratorChange) => void>();
const heardChange = (change: AdministratorChange): void => changeListeners.forEach((listener) => listener(change));

/** Registers a listener for changes made by administrators. Returns the function that removes it. */
export function onChange(listener: (change: AdministratorChange) => void): () => void {
  changeListeners.add(listener);
  return () => void changeListeners.delete(listener);
}

/** Starts loading, websocket and timer at login. */
export function startNotices(userId: number): void {
  stopNotices();
  const leaveTabs = joinTabs();
  refreshIntervalMs = noticeRefreshInterval;
  // The first connection follows the first load, which is still current.
  let hasOpened = false;
  const disconnect = connectPush(userId, readToken, {
    onOpen: () => {
      refreshIntervalMs = noticeRefreshInterval;
      if (hasOpened) {
        startTimer();
        void loadNotices(true);
        // Messages were lost meanwhile, so everything is treated as changed.
        for (const change of administratorChanges) heardChange(change);
      }
      hasOpened = true;
    },
    onMessage: ({ cmd, what: change, msgId, task }) =>
      task
        ? heardTask(task)
        : cmd === 'change' && change
          ? heardChange(change)
          : void loadNotices(true).then(
              (isLoaded) => isLoaded && msgId !== undefined && toastNotice(msgId, announceNotice),
            ),
    onGiveUp: () => {
      refreshIntervalMs = noticePollInterval;
      startTimer();
      void loadNotices(true);
    },
  });
  stopListening = () => {
    disconnect();
    leaveTabs();
    stopTimer();
  };
  void loadNotices();
}

export function stopNotices(): void {
  const end = stopListening;
  stopListening = undefined;
  end?.();
  lastAnsweredRound = 0;
  useNotices.setState(emptyNotices);
  useLongTasks.setState([], true);
}

onSessionEnd(stopNotices);
