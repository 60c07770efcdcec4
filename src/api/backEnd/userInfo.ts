import { isRecord } from '@/lib/isRecord';
import { signInTexts } from '@contract/features/signIn/signInTexts';
import type { User, UserInfo } from '@contract/wire';
import { Failure } from '../callFailures';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const idOf = (value: unknown): number | null => {
  const id = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) ? id : null;
};
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** Returns role keys. A role is a text, or a record with a `permission` or a name. */
const rolesIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((entry: unknown) => {
        const role =
          typeof entry === 'string'
            ? entry
            : isRecord(entry)
              ? (textOrNull(entry.permission) ?? textOrNull(entry.name))
              : null;
        return role ? [role] : [];
      })
    : [];

function organizationOf(value: unknown): User['organization'] {
  if (!isRecord(value)) return null;
  const organizationId = idOf(value.organizationId ?? value.id);
  if (organizationId === null) return null;
  return {
    organizationId,
    name: textOrNull(value.name) ?? '',
    logo: textOrNull(value.logo),
    favicon: textOrNull(value.favicon),
  };
}

function userOf(record: Record<string, unknown>): User {
  const id = idOf(record.id);
  if (id === null) throw new Failure('refused', signInTexts.noUser, { code: 'noUser' });
  const userName = textOrNull(record.userName) ?? textOrNull(record.username) ?? '';
  const organization = organizationOf(record.organization);
  return {
    ...(record as Partial<User>),
    id,
    userName,
    nickName: textOrNull(record.nickName) ?? userName,
    phone: textOrNull(record.phone),
    email: textOrNull(record.email),
    avatar: textOrNull(record.avatar),
    // Not converted, because `session/access/accountExpiry` accepts both seconds and a text.
    expiryDate: typeof record.expiryDate === 'number' ? String(record.expiryDate) : textOrNull(record.expiryDate),
    organization,
    organizationId: idOf(record.organizationId) ?? organization?.organizationId ?? null,
    isAdmin: isTrue(record.isAdmin),
    isQy: isTrue(record.isQy),
    roles: Array.isArray(record.roles) ? (record.roles as unknown[]).filter(isRecord).map((role) => role as never) : [],
  };
}

/**
 * Parses the signed-in person from the answer of `auth/info` or from the login's `user`. The answer is the user (SPEC
 * §3), or a record that contains the user and more, as our server sends it.
 * @throws Failure if the answer names no user
 */
export function readUserInfo(answer: unknown): UserInfo {
  const outer = isRecord(answer) && isRecord(answer.body) ? answer.body : answer;
  if (!isRecord(outer)) throw new Failure('refused', signInTexts.noUser, { code: 'noUser' });
  if (!isRecord(outer.user)) return { user: userOf(outer), roles: rolesIn(outer.roles) };
  return { ...outer, user: userOf(outer.user), roles: rolesIn(outer.roles ?? outer.user.roles) };
}
