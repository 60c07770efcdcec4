import { role } from '@contract/features/system/entities/role';

/** The person's data that the rules of SPEC §6 read. */
export interface ScopePerson {
  readonly organizationId: number | null;
  readonly isAdmin: boolean;
  readonly isQy: boolean;
}

interface ScopedRequest {
  readonly method: string;
  readonly url: string;
  /** True for a list, or an export of one. */
  readonly list: boolean;
}

type RequestParams = Readonly<Record<string, unknown>>;

const omitParams = (params: RequestParams, ...names: string[]): RequestParams =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));

const isRolesList = ({ url, list }: ScopedRequest): boolean =>
  list && (url === role.path || url.startsWith(`${role.path}/`));

/**
 * Applies the scope rules of SPEC §6 in this order:
 * 1. Non-admins send their organizationId with list and export queries.
 * 2. The roles list sends it as `organization.organizationId`.
 * 3. organizationId and timeSlot are removed for people who are neither admin nor enterprise users.
 * 4. organizationId is removed from every GET of a non-admin.
 * 5. qbelongIndustry and qarea are removed.
 *
 * Result: only an admin sends `organizationId` in the query of a GET. For others it is in the header, and the server
 * takes it from the session. Enterprise users send their organizationId with lists that use another method. The roles
 * list of a non-admin sends `organization.organizationId`. Only admins and enterprise users send `timeSlot`.
 */
export function scopeParams(
  params: RequestParams,
  person: ScopePerson | undefined,
  request: ScopedRequest,
): RequestParams {
  let scoped = omitParams(params, 'qbelongIndustry', 'qarea');
  if (person && !person.isAdmin && request.list && person.organizationId !== null)
    scoped = { ...scoped, organizationId: person.organizationId };
  if (isRolesList(request) && scoped.organizationId !== undefined)
    scoped = { ...omitParams(scoped, 'organizationId'), 'organization.organizationId': scoped.organizationId };
  if (!person || person.isAdmin) return scoped;
  if (!person.isQy) scoped = omitParams(scoped, 'organizationId', 'timeSlot');
  return request.method.toUpperCase() === 'GET' ? omitParams(scoped, 'organizationId') : scoped;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmpty));

/** Drops empty and null values, in lists as well (SPEC §5). 0 and false are kept. */
export const withoutEmpty = <V>(values: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [name, Array.isArray(value) ? (value.filter((item) => !isEmpty(item)) as V) : value]),
  );
