import { create } from 'zustand';
import { installSession, sessionBegan } from '@/api/client';
import { hasToken } from '@/lib/browser/cookies';
import { setZone } from '@/lib/dates';
import type { MenuNode, User, UserInfo } from '@contract/wire';
import { readToken } from './credentials';
import { rolesOf } from './roles';
import type { RouteTable } from './routeTable';

export interface Session {
  readonly user: User | null;
  /** Empty until auth/info or the login has answered, then never again (SPEC §6). */
  readonly roles: readonly string[];
  /** The permission strings of the roles and of the button menus together. */
  readonly permissions: ReadonlySet<string>;
  readonly menus: readonly MenuNode[];
  /** Null until the menus are built. */
  readonly routeTable: RouteTable | null;
  /** Set by a login in this tab, taken back before the menus are asked for (SPEC §4). */
  readonly loadMenus: boolean;
  /** The organisation whose rows an administrator has chosen to see; 0 for all of them, null before any choice. */
  readonly chosenOrganizationId: number | null;
  /** What seals their unsent work when the session ends; null where the server has told none. */
  readonly sealKey: string | null;
  /** Somebody else chose the password: it is changed before anything else. */
  readonly mustChangePassword: boolean;
}

const empty: Session = {
  user: null,
  roles: [],
  permissions: new Set(),
  menus: [],
  routeTable: null,
  loadMenus: false,
  chosenOrganizationId: null,
  sealKey: null,
  mustChangePassword: false,
};

/** Who is signed in, what they may do and where they may go. */
export const useSession = create<Session>()(() => empty);

type Forget = () => void | Promise<void>;
const forgetters = new Set<Forget>();

/** Stores that hold data of the person's are emptied with the session (QUALITY AU10). */
export function onSessionEnd(forget: Forget): () => void {
  forgetters.add(forget);
  return () => void forgetters.delete(forget);
}

/** Reads `auth/info`, or `user` of the login's answer, which has the same shape. */
export function takeUser({ user, roles, zone, sealKey, mustChangePassword = false }: UserInfo): void {
  setZone(zone);
  const held = rolesOf(roles);
  const { routeTable } = useSession.getState();
  useSession.setState({
    user,
    mustChangePassword,
    sealKey: sealKey ?? null,
    roles: held,
    permissions: new Set([...held, ...(routeTable?.permissions ?? [])]),
  });
}

/** After a login in this tab: the user is known already, so only the menus are still to be built. */
export function beginSession(info: UserInfo): void {
  sessionBegan();
  takeUser(info);
  useSession.setState({ loadMenus: true });
}

export const menusAsked = (): void => useSession.setState({ loadMenus: false });

export function takeMenus(menus: readonly MenuNode[], routeTable: RouteTable): void {
  useSession.setState(({ roles }) => ({
    menus,
    routeTable,
    permissions: new Set([...roles, ...routeTable.permissions]),
  }));
}

/** An administrator looks at one organisation, at all of them (0), or at their own (null). */
export function chooseOrganization(organizationId: number | null): void {
  useSession.setState({ chosenOrganizationId: organizationId });
}

/** Empties everything at once, and settles when what is kept on the disk is gone as well. */
export async function clearSession(): Promise<void> {
  useSession.setState(empty, true);
  await Promise.all([...forgetters].map((forget) => forget()));
}

/** SPEC §7: the header's organisation, an administrator's chosen one before the user's own. */
export function organizationIdOf({
  user,
  chosenOrganizationId,
}: Pick<Session, 'user' | 'chosenOrganizationId'>): number | null {
  if (user?.isAdmin && chosenOrganizationId !== null) return chosenOrganizationId;
  return user?.organizationId ?? user?.organization?.organizationId ?? null;
}

export const isSignedIn = hasToken;

installSession({
  token: readToken,
  asker: () => {
    const { user } = useSession.getState();
    return user
      ? { organizationId: organizationIdOf(useSession.getState()), isAdmin: user.isAdmin, isQy: user.isQy }
      : undefined;
  },
  personId: () => useSession.getState().user?.id,
  organizationId: () => organizationIdOf(useSession.getState()),
});
