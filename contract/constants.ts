// Business constants (SPEC §9). Each value is defined here once.

export const pageSizes = [10, 20, 30, 40, 50, 100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000] as const;
export const defaultPageSize = 30;
export const maxPageSize = 5000;
export const defaultSort = 'id,desc';
/** Height of a list's table, px. On a taller window the table also takes the remaining height. */
export const listTableHeight = 550;
/** Delay before a list shows its loading indicator, ms. */
export const loadingDelay = 50;

/** Timeout of an API call, ms. Long before it a list shows 仍在加载，可取消 (QUALITY §3). */
export const requestTimeout = 3_000_000;
/** Display time of a message, ms. */
export const notificationDuration = 2500;
/** Display time of an error message, ms. */
export const errorDuration = 5000;
/** Display time of the warning about an expiring account, ms. */
export const accountExpiryWarningDuration = 2500;

/**
 * Name of the session cookie; `tokenCookieDays` is its lifetime in days. The server uses the cookie to choose the
 * files to preload. API calls send the token in their header instead.
 */
export const tokenCookie = 'token';
export const tokenCookieDays = 1;
/** Lifetime of the theme cookie, days. */
export const themeCookieDays = 365;

/** Width of the sidebar, px. */
export const sidebarWidth = 205;
/** Window width, px, below which the mobile layout applies. */
export const mobileBreakpoint = 992;
/** Width of the notice dialog, px. */
export const noticeDialogWidth = 800;
/** Height of the table in the notice dialog, px. */
export const noticeTableHeight = 500;
/** Width of the agreement dialog, px. */
export const agreementDialogWidth = 850;

export const themeColour = '#007873';
export const alternativeThemeColour = '#409EFF';
export const menuBackground = '#283b81';

/** Delay before the websocket reconnects, ms. */
export const reconnectDelay = 20_000;
export const maxConnectionErrors = 5;
/**
 * Interval of the server's websocket heartbeat, ms. `heartbeatTimeout` is how long a browser waits for a heartbeat.
 */
export const heartbeatInterval = 30_000;
export const heartbeatTimeout = 75_000;
/** Close code of a websocket whose session has ended. Reconnecting with the same token would fail. */
export const sessionEndedCode = 4401;
/** Interval between two requests for the notices, ms: with an open websocket, and without one. */
export const noticeRefreshInterval = 300_000;
export const noticePollInterval = 60_000;

export const dictPage = { page: 0, size: 9999 } as const;
export const dateTimeFormat = 'YYYY-MM-DD HH:mm:ss';
export const dateFormat = 'YYYY-MM-DD';

export const menuType = { directory: 0, menu: 1, button: 2 } as const;

export const layoutSizes = ['default', 'medium', 'small', 'mini'] as const;
export type LayoutSize = (typeof layoutSizes)[number];
export const defaultLayoutSize: LayoutSize = 'small';

export const productTitle = '职业卫生检测管理系统';

/**
 * Header of each API call from a page; it contains the id of the signed-in person. The server refuses a write if the
 * session belongs to another person.
 */
export const personHeader = 'X-Person';
/** Error code of a call whose `X-Person` header names another person than the session. */
export const otherPersonCode = 'otherPerson';
/** Error code of the SQL monitor and the API documentation where the installation has not enabled them. */
export const diagnosticsOffCode = 'diagnosticsOff';

/** Reason why the login page opened, stored in the cookie `point`: a 401 (SPEC §4), or a failed `auth/info`. */
export type LoginReason = '401' | 'noInfo';
