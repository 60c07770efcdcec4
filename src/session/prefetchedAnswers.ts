import { fetchInfo, fetchMenus } from '@/api/auth';
import { failureOf } from '@/api/callFailures';
import { fetchDashboard } from '@/api/dashboard';
import type { Dashboard } from '@contract/features/home/dashboardWire';
import type { MenuNode, UserInfo } from '@contract/wire';
import { onSessionEnd, organizationIdOf, useSession } from './sessionStore';

/** Timeout in ms. If work can continue without a network, longer silence counts as no network. */
const timeoutMs = 15_000;

let userInfo: Promise<UserInfo> | undefined;
let menuTree: Promise<MenuNode[]> | undefined;
/** Request for the home page's data: time of sending, organization, and answer. */
let dashboardAnswers:
  | {
      readonly sentAt: number;
      readonly organizationId: number | null;
      readonly answer: Promise<Dashboard>;
      dashboard?: Dashboard;
    }
  | undefined;

/** Time in ms after which the home page's data are outdated. */
const maxAgeMs = 20_000;

const infoRequestOptions = () => (navigator.serviceWorker?.controller ? { timeout: timeoutMs } : {});

/** Prevents an unhandled rejection; the caller that awaits the answer gets the error. */
function ignoreRejection<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}

/** Sends the guard's first request while the console's code loads. */
export function prefetchInfo(): void {
  userInfo = ignoreRejection(fetchInfo({ ...infoRequestOptions(), ahead: true }));
}

/** Like {@link prefetchInfo}. After a login only the menus are missing. */
export function prefetchMenus(): void {
  menuTree = ignoreRejection(fetchMenus({ ahead: true }));
}

/** Requests the home page's data while the frame is built. */
export function prefetchDashboard(): void {
  const request: NonNullable<typeof dashboardAnswers> = {
    sentAt: performance.now(),
    organizationId: organizationIdOf(useSession.getState()),
    answer: ignoreRejection(fetchDashboard({ ahead: true })),
  };
  dashboardAnswers = request;
  request.answer.then(
    (answer) => (request.dashboard = answer),
    () => undefined,
  );
}

const isDashboardFresh = (): boolean =>
  dashboardAnswers !== undefined &&
  performance.now() - dashboardAnswers.sentAt < maxAgeMs &&
  dashboardAnswers.organizationId === organizationIdOf(useSession.getState());

/** If an early request failed, sends it again, so that the end of a session is handled as usual. */
async function answerOr<T>(answer: Promise<T> | undefined, fetchAnswer: () => Promise<T>): Promise<T> {
  if (!answer) return fetchAnswer();
  try {
    return await answer;
  } catch (error) {
    if (['unauthorized', 'forbidden', 'expired'].includes(failureOf(error).kind)) return fetchAnswer();
    throw error;
  }
}

/** Returns `auth/info`. The early answer is used once. */
export async function takeInfo(): Promise<UserInfo> {
  const earlyAnswer = userInfo;
  userInfo = undefined;
  try {
    return await answerOr(earlyAnswer, () => fetchInfo(infoRequestOptions()));
  } catch (error) {
    // The early menus have failed too; a retry requests both.
    menuTree = undefined;
    throw error;
  }
}

/** Returns `api/menus/build`, like {@link takeInfo}. */
export function takeMenuTree(): Promise<MenuNode[]> {
  const earlyAnswer = menuTree;
  menuTree = undefined;
  return answerOr(earlyAnswer, fetchMenus);
}

/**
 * Returns the early home page data if they have arrived, so that the page renders complete. Has no side effect, so it
 * can be called while rendering.
 */
export const arrivedDashboard = (): Dashboard | undefined =>
  isDashboardFresh() ? dashboardAnswers?.dashboard : undefined;

/** Discards the early answer, which is used once. */
export function dropDashboard(): void {
  dashboardAnswers = undefined;
}

/** Returns `api/dashboard`, like {@link takeInfo}. */
export function takeDashboard(signal: AbortSignal): Promise<Dashboard> {
  const earlyAnswer = isDashboardFresh() ? dashboardAnswers?.answer : undefined;
  dropDashboard();
  return answerOr(earlyAnswer, () => fetchDashboard({ signal }));
}

onSessionEnd(() => {
  userInfo = undefined;
  menuTree = undefined;
  dropDashboard();
});
