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
  /** Organization of the role; null for a role of all organizations. */
  organizationId: number | null;
  remark: string | null;
}

/** Answer of `GET api/roleMatrix`. */
export interface RoleMatrix {
  roles: RoleBrief[];
  /** All menus, in the order of the sidebar. */
  menus: GrantedMenu[];
}

/** A role of a person. `why` is the reason why it has no effect. */
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
    /** Enterprise user (企业用户). The name is that of the first API. */
    isQy: boolean;
    enabled: boolean;
    expiryDate: string | null;
  };
  organization: { name: string; enabled: boolean; expiryDate: string | null } | null;
  /** Units whose projects an enterprise user sees. */
  units: string[];
  /** Reason why the person can't work at all; null where the person can. */
  bar: string | null;
  level: number;
  dataScope: string;
  /** Ids of the roles that decide the data scope. */
  dataScopeBy: number[];
  roles: HeldRole[];
  /** Menus that the person may use; all menus for a platform administrator. */
  menus: GrantedMenu[];
}

/**
 * Answer of `GET api/role/lostPages`: a built-in role with the original pages that it no longer has. Each page
 * contains the ids of the original buttons that the role lacks.
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
  /** Reason why the person can't sign in; null where the person can. */
  refusalReason: string | null;
  lastLogin: { time: string; ip: string } | null;
  /** Number of signed-in windows or devices. */
  sessions: number;
  /**
   * Failed sign-ins that still count, by address: `failedCount` is their number, `remainingCount` the number of tries
   * before the lock. `until` is set where the address is locked.
   */
  tries: { ip: string; failedCount: number; remainingCount: number; until: string | null }[];
}
