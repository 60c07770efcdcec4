/**
 * Reasons why another person ended a session. The 401 contains the reason as code `ended.<key>`, and the login page
 * shows its text.
 */
export const sessionEnds = {
  forced: '管理员已强制退出您的登录，请重新登录',
  rights: '管理员调整了您的角色或权限，请重新登录',
  password: '您的密码已被重置，请使用新密码登录',
  account: '您的账号已停用或删除，请联系管理员',
} as const;

export type SessionEnd = keyof typeof sessionEnds;

const endedPrefix = 'ended.';

/** Returns the error code of a reason in the 401. */
export const endCodeOf = (reason: SessionEnd): string => endedPrefix + reason;

/** Returns the sentence for a code or a bare key; undefined for any other text. */
export function endTextOf(code: string | undefined): string | undefined {
  const key = code?.startsWith(endedPrefix) ? code.slice(endedPrefix.length) : code;
  // Searches the keys, because the login page supports browsers without `Object.hasOwn`.
  const sessionEnd = (Object.keys(sessionEnds) as SessionEnd[]).find((candidate) => candidate === key);
  return sessionEnd && sessionEnds[sessionEnd];
}
