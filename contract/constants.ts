// SPEC §9: business constants, named once.

export const pageSizes = [10, 20, 30, 40, 50, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000] as const;
export const defaultPageSize = 30;
export const largestPageSize = 5000;
export const defaultSort = 'id,desc';
/** px; a list has it wherever the window has room for it, and the rest of a taller window too */
export const listTableHeight = 550;
/** ms that a list may take before it says that it is loading */
export const loadingDelay = 50;

/** ms; list calls say 仍在加载，可取消 long before (QUALITY §3) */
export const requestTimeout = 3_000_000;
/** ms */
export const notificationDuration = 2500;
/** ms */
export const errorDuration = 5000;
/** ms */
export const expiryWarningDuration = 2500;

/** days */
/**
 * The cookie that tells the pages of a session, and the server which files to name ahead; calls carry the token in
 * their header.
 */
export const tokenCookie = 'token';
export const tokenCookieDays = 1;
/** days */
export const themeCookieDays = 365;

/** px */
export const sidebarWidth = 205;
/** px */
export const mobileBreakpoint = 992;
/** px */
export const noticeDialogWidth = 800;
/** px */
export const noticeTableHeight = 500;
/** px */
export const agreementDialogWidth = 850;

export const themeColour = '#007873';
export const otherThemeColour = '#409EFF';
export const menuBackground = '#283b81';

/** ms */
export const reconnectWait = 20_000;
export const mostConnectionErrors = 5;
/** ms; the server's sign of life over the websocket, and how long a browser waits for one */
export const heartbeatEvery = 30_000;
export const heartbeatPatience = 75_000;
/** Close code of a websocket whose session has ended: coming back with the same token is of no use. */
export const sessionEndedCode = 4401;
/** ms between two looks at the notices while the websocket is open, and when there is none */
export const noticeRefreshEvery = 300_000;
export const noticePollEvery = 60_000;

export const dictPage = { page: 0, size: 9999 } as const;
export const dateTimeFormat = 'YYYY-MM-DD HH:mm:ss';
export const dateFormat = 'YYYY-MM-DD';

export const menuType = { directory: 0, menu: 1, button: 2 } as const;

export const sizes = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof sizes)[number];
export const defaultSize: Size = 'small';

export const productTitle = '职业卫生检测管理系统';

/**
 * Header of each call of a page: the id of the person whose name is on it. The server refuses what another person's
 * session would do under that name.
 */
export const personHeader = 'X-Person';
/** The word for programs with which it refuses. */
export const otherPersonCode = 'otherPerson';
/**
 * The word with which it refuses the SQL monitor and the API documentation where the installation has not opened them.
 */
export const diagnosticsOffCode = 'diagnosticsOff';

/**
 * Of the cookie `point`, by which the login page says why somebody is there: a 401 (SPEC §4), or `auth/info` that could
 * not be had.
 */
export type Point = '401' | 'noInfo';
