import { signInTexts } from '@contract/features/signIn/signInTexts';
import type { User, UserInfo } from '@contract/wire';
import { Failure } from '../failures';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const idOf = (value: unknown): number | null => {
  const id = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) ? id : null;
};
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** A permission is a string; of a role that is a record its `permission`, or its name. */
const rolesIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) => {
        const role = typeof one === 'string' ? one : isRecord(one) ? (text(one.permission) ?? text(one.name)) : null;
        return role ? [role] : [];
      })
    : [];

function organizationOf(value: unknown): User['organization'] {
  if (!isRecord(value)) return null;
  const organizationId = idOf(value.organizationId ?? value.id);
  if (organizationId === null) return null;
  return { organizationId, name: text(value.name) ?? '', logo: text(value.logo), favicon: text(value.favicon) };
}

function userOf(told: Record<string, unknown>): User {
  const id = idOf(told.id);
  if (id === null) throw new Failure('refused', signInTexts.noUser, { code: 'noUser' });
  const userName = text(told.userName) ?? text(told.username) ?? '';
  const organization = organizationOf(told.organization);
  return {
    ...(told as Partial<User>),
    id,
    userName,
    nickName: text(told.nickName) ?? userName,
    phone: text(told.phone),
    email: text(told.email),
    avatar: text(told.avatar),
    // Seconds stay seconds: `session/door/accountExpiry` reads either.
    expiryDate: typeof told.expiryDate === 'number' ? String(told.expiryDate) : text(told.expiryDate),
    organization,
    organizationId: idOf(told.organizationId) ?? organization?.organizationId ?? null,
    isAdmin: isTrue(told.isAdmin),
    isQy: isTrue(told.isQy),
    roles: Array.isArray(told.roles) ? (told.roles as unknown[]).filter(isRecord).map((role) => role as never) : [],
  };
}

/**
 * Who is signed in, from `auth/info` or the login's `user`: the user as SPEC §3 lists it, or inside of our server's answer,
 * which says more.
 * @throws Failure where there is no user in it
 */
export function readUserInfo(answer: unknown): UserInfo {
  const outer = isRecord(answer) && isRecord(answer.body) ? answer.body : answer;
  if (!isRecord(outer)) throw new Failure('refused', signInTexts.noUser, { code: 'noUser' });
  if (!isRecord(outer.user)) return { user: userOf(outer), roles: rolesIn(outer.roles) };
  return { ...outer, user: userOf(outer.user), roles: rolesIn(outer.roles ?? outer.user.roles) };
}
