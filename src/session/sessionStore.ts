import { create } from 'zustand';
import { installSession, sessionBegan } from '@/api/client';
import { hasToken } from '@/lib/browser/cookies';
import { setZone } from '@/lib/dateTexts';
import type { MenuNode, ServerFeature, User, UserInfo } from '@contract/wire';
import { readToken } from './credentials';
import type { RouteTable } from './routeTable';
import { rolesOf } from './userRoles';

export interface Session {
  readonly user: User | null;
  /** Roles; empty until auth/info or the login has answered, then never (SPEC §6). */
  readonly roles: readonly string[];
  /** Permissions of the roles and of the button menus. */
  readonly permissions: ReadonlySet<string>;
  readonly menus: readonly MenuNode[];
  /** Null until the menus are loaded. */
  readonly routeTable: RouteTable | null;
  /** Set by a login in this tab, reset before the menus are requested (SPEC §4). */
  readonly loadMenus: boolean;
  /** Organization that an administrator has chosen; 0 for all, null before any choice. */
  readonly chosenOrganizationId: number | null;
  /** Key that encrypts the person's unsent work when the session ends; null if the server has sent none. */
  readonly sealKey: string | null;
  /** True if another person set the password, so that it must be changed first. */
  readonly mustChangePassword: boolean;
  /** Features that the server announced beyond SPEC §7. */
  readonly features: readonly ServerFeature[];
}

const emptySession: Session = {
  user: null,
  roles: [],
  permissions: new Set(),
  menus: [],
  routeTable: null,
  loadMenus: false,
  chosenOrganizationId: null,
  sealKey: null,
  mustChangePassword: false,
  features: [],
};

/** The signed-in person, their permissions and pages. */
export const useSession = create<Session>()(() => emptySession);

type ForgetCallback = () => void | Promise<void>;
const forgetCallbacks = new Set<ForgetCallback>();

/** Registers a callback that clears a store of personal data when the session ends (QUALITY AU10). */
export function onSessionEnd(forget: ForgetCallback): () => void {
  forgetCallbacks.add(forget);
  return () => void forgetCallbacks.delete(forget);
}

/** Applies `auth/info`, or `user` of the login's answer, which has the same form. */
export function takeUser(info: UserInfo): void {
  const { user, roles, zone, sealKey, features = [], mustChangePassword = false } = info;
  setZone(zone);
  const roleNames = rolesOf(roles);
  const { routeTable, chosenOrganizationId } = useSession.getState();
  useSession.setState({
    user,
    mustChangePassword,
    features,
    sealKey: sealKey ?? null,
    // The choice of this window stays.
    chosenOrganizationId: chosenOrganizationId ?? info.organizationShown ?? null,
    roles: roleNames,
    permissions: new Set([...roleNames, ...(routeTable?.permissions ?? [])]),
  });
}

/** Call it after a login in this tab, after which only the menus have to be loaded. */
export function beginSession(info: UserInfo): void {
  sessionBegan();
  takeUser(info);
  useSession.setState({ loadMenus: true });
}

/** Notes that the menus were requested after a login, so that the next navigation does not request them again. */
export const menusRequested = (): void => useSession.setState({ loadMenus: false });

/** Applies the menus and the pages that they grant. */
export function takeMenus(menus: readonly MenuNode[], routeTable: RouteTable): void {
  useSession.setState(({ roles }) => ({
    menus,
    routeTable,
    permissions: new Set([...roles, ...routeTable.permissions]),
  }));
}

/** Sets the organization that an administrator views: one, all (0), or their own (null). */
export function chooseOrganization(organizationId: number | null): void {
  useSession.setState({ chosenOrganizationId: organizationId });
}

/** Clears the stores at once. Resolves when data on the disk are deleted, too. */
export async function clearSession(): Promise<void> {
  useSession.setState(emptySession, true);
  await Promise.all([...forgetCallbacks].map((forget) => forget()));
}

/** Returns the organization for the header (SPEC §7): an administrator's choice, else the user's own. */
export function organizationIdOf({
  user,
  chosenOrganizationId,
}: Pick<Session, 'user' | 'chosenOrganizationId'>): number | null {
  if (user?.isAdmin && chosenOrganizationId !== null) return chosenOrganizationId;
  return user?.organizationId ?? user?.organization?.organizationId ?? null;
}

/** Returns whether the browser has a session token. */
export const isSignedIn = hasToken;

installSession({
  token: readToken,
  scopePerson: () => {
    const { user } = useSession.getState();
    return user
      ? { organizationId: organizationIdOf(useSession.getState()), isAdmin: user.isAdmin, isQy: user.isQy }
      : undefined;
  },
  personId: () => useSession.getState().user?.id,
  organizationId: () => organizationIdOf(useSession.getState()),
  features: () => useSession.getState().features,
});
