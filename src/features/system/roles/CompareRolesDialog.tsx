import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { client } from '@/api/client';
import { PageModal } from '@/session/overlays';
import type { RoleMatrix } from '@contract/features/system/rightsWire';
import { compareRoles, type ComparedLine } from '@contract/features/system/roleMenus';
import { roleTexts } from '@contract/features/system/roleTexts';
import { useRoleDialogs } from './roleDialogs';
import styles from './role.module.css';

function DifferingPermissions({
  lines,
  firstName,
  secondName,
}: {
  lines: readonly ComparedLine[];
  firstName: string;
  secondName: string;
}) {
  return (
    <table className={styles.compare}>
      <thead>
        <tr>
          <th>菜单或按钮</th>
          <th>{firstName}</th>
          <th>{secondName}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, title, trail, first, second }) => (
          <tr key={id}>
            <td>
              {trail && <small>{trail}／</small>}
              {title}
            </td>
            <td>{first ? '有' : '—'}</td>
            <td>{second ? '有' : '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** 对比角色: permissions that only one of two roles has, in the order of the sidebar. */
export function CompareRolesDialog() {
  const pair = useRoleDialogs((state) => state.comparing);
  const [firstRole, other] = pair;
  const { data, error, refetch } = useQuery({
    queryKey: ['roleMatrix'],
    queryFn: async ({ signal }) => (await client.get<RoleMatrix>('api/roleMatrix', { signal })).data,
    enabled: pair.length === 2,
    retry: false,
    gcTime: 0,
  });
  const close = () => useRoleDialogs.setState({ comparing: [] });
  const names = [String(firstRole?.name ?? ''), String(other?.name ?? '')] as const;
  const comparedLines = data && firstRole && other ? compareRoles(data.menus, firstRole.id, other.id) : [];
  const firstOnlyCount = comparedLines.filter(({ first }) => first).length;
  return (
    <PageModal
      open={pair.length === 2}
      width={720}
      title={roleTexts.compareTitle(...names)}
      onCancel={close}
      footer={<Button onClick={close}>关闭</Button>}
    >
      {error && (
        <Alert
          type="error"
          showIcon
          title="加载失败"
          action={
            <Button size="small" onClick={() => void refetch()}>
              重试
            </Button>
          }
        />
      )}
      {!data && !error && <Skeleton active />}
      {data && comparedLines.length === 0 && <p>{roleTexts.same}</p>}
      {comparedLines.length > 0 && (
        <>
          <p>{roleTexts.differ(names[0], firstOnlyCount, names[1], comparedLines.length - firstOnlyCount)}</p>
          <DifferingPermissions lines={comparedLines} firstName={names[0]} secondName={names[1]} />
        </>
      )}
    </PageModal>
  );
}
