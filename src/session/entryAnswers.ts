import { fetchInfo, fetchMenus } from '@/api/auth';
import { fetchDashboard } from '@/api/dashboard';
import { failureOf } from '@/api/failures';
import type { Dashboard } from '@contract/features/home/dashboard';
import type { MenuNode, UserInfo } from '@contract/wire';
import { onSessionEnd, organizationIdOf, useSession } from './sessionStore';

/** Timeout in ms. If work can continue without a network, longer silence counts as no network. */
const patience = 15_000;

let info: Promise<UserInfo> | undefined;
let menus: Promise<MenuNode[]> | undefined;
/** Request for the home page's data: time of sending, organization, and answer. */
let dashboard:
  | {
      readonly since: number;
      readonly organizationId: number | null;
      readonly answer: Promise<Dashboard>;
      arrived?: Dashboard;
    }
  | undefined;

/** Time in ms after which the home page's data are outdated. */
const good = 20_000;

const mannerOfInfo = () => (navigator.serviceWorker?.controller ? { timeout: patience } : {});

/** Prevents an unhandled rejection; the caller that awaits the answer gets the error. */
function unheard<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}

/** Sends the guard's first request while the console's code loads. */
export function askInfoAhead(): void {
  info = unheard(fetchInfo({ ...mannerOfInfo(), ahead: true }));
}

/** Like {@link askInfoAhead}. After a login only the menus are missing. */
export function askMenusAhead(): void {
  menus = unheard(fetchMenus({ ahead: true }));
}

/** Requests the home page's data while the frame is built. */
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

/** If an early request failed, sends it again, so that the end of a session is handled as usual. */
async function answerOr<T>(answer: Promise<T> | undefined, ask: () => Promise<T>): Promise<T> {
  if (!answer) return ask();
  try {
    return await answer;
  } catch (error) {
    if (['unauthorized', 'forbidden', 'expired'].includes(failureOf(error).kind)) return ask();
    throw error;
  }
}

/** Returns `auth/info`. The early answer is used once. */
export async function takeInfo(): Promise<UserInfo> {
  const ahead = info;
  info = undefined;
  try {
    return await answerOr(ahead, () => fetchInfo(mannerOfInfo()));
  } catch (error) {
    // The early menus have failed too; a retry requests both.
    menus = undefined;
    throw error;
  }
}

/** Returns `api/menus/build`, like {@link takeInfo}. */
export function takeMenuTree(): Promise<MenuNode[]> {
  const ahead = menus;
  menus = undefined;
  return answerOr(ahead, fetchMenus);
}

/**
 * Returns the early home page data if they have arrived, so that the page renders complete. Has no side effect, so it
 * can be called while rendering.
 */
export const arrivedDashboard = (): Dashboard | undefined => (isGood() ? dashboard?.arrived : undefined);

/** Discards the early answer, which is used once. */
export function dropDashboard(): void {
  dashboard = undefined;
}

/** Returns `api/dashboard`, like {@link takeInfo}. */
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
