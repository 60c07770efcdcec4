import { useQuery } from '@tanstack/react-query';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { client } from '@/api/client';
import type { Entity } from '@contract/entity';
import type { RoleMatrix } from '@contract/features/system/rightsWire';
import { type ActionName, actions } from '@contract/permissions';
import { permissionFor } from './listAbilities';
import type { Ability } from './page';

interface PermissionOverviewProps {
  readonly entity: Entity;
  /** Kinds of writing that the person may not use. */
  readonly barredAbilities: readonly Ability[];
  /** True if the person may change or import rows here, though not add them. */
  readonly mayWriteOtherwise: boolean;
  /** Names of the kinds of writing on this page, where the page calls them otherwise than a list: 送检. */
  readonly namedAs?: Readonly<Partial<Record<Ability, string>>>;
}

/**
 * Names the people who may write on a page that shows this person no button for it, by the roles with the permission.
 */
export function PermissionOverview({ entity, barredAbilities, mayWriteOtherwise, namedAs }: PermissionOverviewProps) {
  const [isRequested, setRequested] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ['roleMatrix'],
    queryFn: async ({ signal }) => (await client.get<RoleMatrix>('api/roleMatrix', { signal })).data,
    enabled: isRequested,
    staleTime: 60_000,
    retry: false,
  });
  const menusOf = (ability: Ability) =>
    data?.menus.filter(({ permission }) => permission === permissionFor(entity, ability)) ?? [];
  const nameOf = (ability: Ability): string => namedAs?.[ability] ?? actions[ability as ActionName];
  const restrictedAbilities = barredAbilities.filter((ability) => menusOf(ability).length > 0);
  const holders = (ability: Ability): string => {
    const ids = new Set(menusOf(ability).flatMap(({ roles }) => roles));
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
            {restrictedAbilities.length === 0 && '此页的数据由系统产生，不能手工填写'}
            {restrictedAbilities.map((ability) => (
              <div key={ability}>
                {nameOf(ability)}：{holders(ability)}
              </div>
            ))}
          </div>
        )
      }
    >
      <Button type="link" size="small">
        {mayWriteOtherwise ? '' : '您在此页只能查看，'}谁可以{nameOf(barredAbilities[0] ?? 'add')}？
      </Button>
    </Popover>
  );
}
