import type { ReactNode } from 'react';
import { useCan } from './useCan';

interface CanProps {
  /** Any one of these. */
  readonly permission: readonly string[];
  readonly children: ReactNode;
}

/**
 * Shows its children to those who hold one of the permissions. Throws without a list, which is a mistake of the page
 * (SPEC §5).
 */
export function Can({ permission, children }: CanProps) {
  if (!Array.isArray(permission) || permission.length === 0)
    throw new Error('需要指定权限：permission 应为非空列表，例如 ["inspectUnit:add"]');
  return useCan(permission) ? <>{children}</> : null;
}
