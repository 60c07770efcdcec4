import { fetchInfo, fetchMenus } from '@/api/auth';
import { fetchDashboard } from '@/api/dashboard';
import { failureOf } from '@/api/failures';
import type { Dashboard } from '@contract/features/home/dashboard';
import type { MenuNode, UserInfo } from '@contract/wire';
import { onSessionEnd, organizationIdOf, useSession } from './sessionStore';

/** ms; where work can go on without a network, one that says nothing for so long is none. */
const patience = 15_000;

let info: Promise<UserInfo> | undefined;
let menus: Promise<MenuNode[]> | undefined;
/** What the home page shows, since when it has been asked for, and for which organisation. */
let dashboard:
  | {
      readonly since: number;
      readonly organizationId: number | null;
      readonly answer: Promise<Dashboard>;
      arrived?: Dashboard;
    }
  | undefined;

/** ms after which what the home page would show is no longer how things are. */
const good = 20_000;

const mannerOfInfo = () => (navigator.serviceWorker?.controller ? { timeout: patience } : {});

/** Whoever takes the answer hears of its failure; until then nobody has to. */
function unheard<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}

/** Asks while the console's code is on its way what the guard will ask first. */
export function askInfoAhead(): void {
  info = unheard(fetchInfo({ ...mannerOfInfo(), ahead: true }));
}

/** As {@link askInfoAhead}; after a login it is the only question that is left. */
export function askMenusAhead(): void {
  menus = unheard(fetchMenus({ ahead: true }));
}

/** Asks while the console's frame is made what the home page shows first. */
export function askDashboardAhead(): void {
  const asked: NonNullable<typeof dashboard> = {
    since: performance.now(),
    organizationId: organizationIdOf(useSession.getState()),
    answer: unheard(fetchDashboard({ ahead: true })),
  };
  dashboard = asked;
  asked.answer.then(
    (answer) => (asked.arrived = answer),
    () => undefined,
  );
}

const isGood = (): boolean =>
  dashboard !== undefined &&
  performance.now() - dashboard.since < good &&
  dashboard.organizationId === organizationIdOf(useSession.getState());

/** What ends a session is met by a call that is not ahead of its time, so that it is treated as anywhere else. */
async function answerOr<T>(answer: Promise<T> | undefined, ask: () => Promise<T>): Promise<T> {
  if (!answer) return ask();
  try {
    return await answer;
  } catch (error) {
    if (['unauthorized', 'forbidden', 'expired'].includes(failureOf(error).kind)) return ask();
    throw error;
  }
}

/** `auth/info`; an answer that was asked for ahead is good once. */
export async function takeInfo(): Promise<UserInfo> {
  const ahead = info;
  info = undefined;
  try {
    return await answerOr(ahead, () => fetchInfo(mannerOfInfo()));
  } catch (error) {
    // Asked at the same time, the menus have met the same; whoever tries again later asks for both.
    menus = undefined;
    throw error;
  }
}

/** `api/menus/build`, as {@link takeInfo}. */
export function takeMenuTree(): Promise<MenuNode[]> {
  const ahead = menus;
  menus = undefined;
  return answerOr(ahead, fetchMenus);
}

/**
 * `api/dashboard`, where it was asked for ahead and has come already: the home page is whole at once. Looks only, so
 * that it may be called while rendering.
 */
export const arrivedDashboard = (): Dashboard | undefined => (isGood() ? dashboard?.arrived : undefined);

/** What was asked for ahead is good once. */
export function dropDashboard(): void {
  dashboard = undefined;
}

/** `api/dashboard`, as {@link takeInfo}. */
export function takeDashboard(signal: AbortSignal): Promise<Dashboard> {
  const ahead = isGood() ? dashboard?.answer : undefined;
  dropDashboard();
  return answerOr(ahead, () => fetchDashboard({ signal }));
}

onSessionEnd(() => {
  info = undefined;
  menus = undefined;
  dropDashboard();
});
