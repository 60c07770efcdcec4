/**
 * Why a session was ended by somebody else, as the 401 says it (code `ended.` and the key) and the login page repeats
 * it.
 */
export const sessionEnds = {
  forced: '管理员已强制退出您的登录，请重新登录',
  rights: '管理员调整了您的角色或权限，请重新登录',
  password: '您的密码已被重置，请使用新密码登录',
  account: '您的账号已停用或删除，请联系管理员',
} as const;

export type SessionEnd = keyof typeof sessionEnds;

const prefix = 'ended.';

/** @returns the code of the 401 */
export const endCodeOf = (why: SessionEnd): string => prefix + why;

/** @returns the sentence of a code or of a bare key; undefined for any other text */
export function endTextOf(code: string | undefined): string | undefined {
  const key = code?.startsWith(prefix) ? code.slice(prefix.length) : code;
  // Of the keys themselves: the login page runs in browsers that know no `Object.hasOwn`.
  const why = (Object.keys(sessionEnds) as SessionEnd[]).find((one) => one === key);
  return why && sessionEnds[why];
}
