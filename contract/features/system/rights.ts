// Permissions with their origin: the view of one person (用户管理 → 权限) and the matrix of all roles (/roles).
import type { menuType } from '@contract/constants';

/** A menu, page or button with the roles that include it. */
export interface GrantedMenu {
  id: number;
  pid: number | null;
  type: (typeof menuType)[keyof typeof menuType];
  title: string;
  permission: string | null;
  roles: number[];
}

export interface RoleBrief {
  id: number;
  name: string;
  level: number;
  dataScope: string;
  /** Null where common to all organizations. */
  organizationId: number | null;
  remark: string | null;
}

/** Answer of `GET api/roleMatrix`. */
export interface RoleMatrix {
  roles: RoleBrief[];
  /** All menus, in the order of the sidebar. */
  menus: GrantedMenu[];
}

/** A role of a person; `why` says why it has no effect. */
export interface HeldRole extends RoleBrief {
  why: string | null;
}

/** Answer of `GET api/user/{id}/rights`. */
export interface UserRights {
  user: {
    id: number;
    userName: string;
    nickName: string;
    isAdmin: boolean;
    isQy: boolean;
    enabled: boolean;
    expiryDate: string | null;
  };
  organization: { name: string; enabled: boolean; expiryDate: string | null } | null;
  /** For an enterprise user: the units whose projects they see. */
  units: string[];
  /** Why they can't work at all; null where they can. */
  bar: string | null;
  level: number;
  dataScope: string;
  /** Ids of the roles that decide the data scope. */
  dataScopeBy: number[];
  roles: HeldRole[];
  /** Menus they may use; all for a platform administrator. */
  menus: GrantedMenu[];
}

/**
 * Answer of `GET api/role/lostPages`: a built-in role with the original pages it no longer has, and for each the ids of
 * the buttons that the role was delivered with there and lacks.
 */
export interface RoleLostPages {
  id: number;
  name: string;
  pages: { id: number; title: string; buttons: number[] }[];
}

/** Answer of `GET api/role/{id}/users`: a person to whom the role may be given. */
export interface RoleCandidate {
  id: number;
  userName: string;
  nickName: string;
  organization: string | null;
  holds: boolean;
}

/** Answer of `GET api/user/{id}/state`. */
export interface AccountState {
  /** Why they can't sign in; null where they can. */
  bar: string | null;
  lastLogin: { time: string; ip: string } | null;
  /** Number of signed-in windows or devices. */
  sessions: number;
  /** Failed attempts that still count, by address; `until` is set where the address is locked. */
  tries: { ip: string; wrong: number; left: number; until: string | null }[];
}
