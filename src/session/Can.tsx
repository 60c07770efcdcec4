import type { ReactNode } from 'react';
import { useCan } from './useCan';

interface CanProps {
  /** Permissions of which the person needs one. */
  readonly permission: readonly string[];
  readonly children: ReactNode;
}

/**
 * Renders its children if the person has one of the permissions. Throws on an empty list, which is a programming error
 * (SPEC §5).
 */
export function Can({ permission, children }: CanProps) {
  if (!Array.isArray(permission) || permission.length === 0)
    throw new Error('需要指定权限：permission 应为非空列表，例如 ["inspectUnit:add"]');
  return useCan(permission) ? <>{children}</> : null;
}
