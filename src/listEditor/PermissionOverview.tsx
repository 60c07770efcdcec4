import { useQuery } from '@tanstack/react-query';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { client } from '@/api/client';
import type { RoleMatrix } from '@contract/features/system/rightsWire';
import { actions } from '@contract/permissions';
import type { WriteRight } from './page';

interface PermissionOverviewProps {
  /** Kinds of writing that the person may not use. */
  readonly barred: readonly WriteRight[];
  /** True if the person may change or import rows here, though not add them. */
  readonly mayWriteOtherwise: boolean;
}

/**
 * Names the people who may write on a page that shows this person no button for it, by the roles with the permission.
 */
export function PermissionOverview({ barred, mayWriteOtherwise }: PermissionOverviewProps) {
  const [isRequested, setRequested] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ['roleMatrix'],
    queryFn: async ({ signal }) => (await client.get<RoleMatrix>('api/roleMatrix', { signal })).data,
    enabled: isRequested,
    staleTime: 60_000,
    retry: false,
  });
  const menusOf = (right: WriteRight) => data?.menus.filter(({ permission }) => permission === right.permission) ?? [];
  const restrictedRights = barred.filter((right) => menusOf(right).length > 0);
  const holders = (right: WriteRight): string => {
    const ids = new Set(menusOf(right).flatMap(({ roles }) => roles));
    const names = (data?.roles ?? []).filter(({ id }) => ids.has(id)).map(({ name }) => name);
    return ['平台管理员', ...names].join('、');
  };
  return (
    <Popover
      trigger="click"
      onOpenChange={(open) => open && setRequested(true)}
      content={
        isError ? (
          '加载失败，请稍后重试'
        ) : !data ? (
          '正在加载…'
        ) : (
          <div style={{ maxWidth: 420 }}>
            {restrictedRights.length === 0 && '此页的数据由系统产生，不能手工填写'}
            {restrictedRights.map((right) => (
              <div key={right.permission}>
                {right.label}：{holders(right)}
              </div>
            ))}
          </div>
        )
      }
    >
      <Button type="link" size="small">
        {mayWriteOtherwise ? '' : '您在此页只能查看，'}谁可以{barred[0]?.label ?? actions.add}？
      </Button>
    </Popover>
  );
}
