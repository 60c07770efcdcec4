import { useQuery } from '@tanstack/react-query';
import { Input, Select, Skeleton } from 'antd';
import { Fragment, useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { type GrantExtent, extentOf, findLines, linesOf, type PageLine } from '@/features/system/roles/roleMatrix';
import { clearable } from '@/lib/clearableInput';
import { RetryNotice } from '@/lib/notice/Notice';
import { phone, useMedia } from '@/lib/useMedia';
import { useSession } from '@/session/sessionStore';
import { fixedDictionaries } from '@contract/dictionaries';
import type { RoleBrief, RoleMatrix } from '@contract/features/system/rightsWire';
import styles from '@/features/system/roles/roles.module.css';

const extentMarks: Readonly<Record<GrantExtent, string>> = { all: '● 全部', some: '◐ 部分', view: '○ 查看', none: '–' };
const scopeText = (value: string): string =>
  fixedDictionaries.dataScope.find((entry) => entry.value === value)?.label ?? value;

interface RolesTableProps {
  readonly roles: readonly RoleBrief[];
  readonly myRoleIds: ReadonlySet<number>;
  readonly foundLines: readonly PageLine[];
  readonly open: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  readonly data: RoleMatrix;
}

/** Table of pages by role. A page with several permissions can be opened to show each. */
function RolesTable({ roles, myRoleIds, foundLines, open, toggle, data }: RolesTableProps) {
  return (
    <table className={styles.table} aria-label="角色权限表">
      <thead>
        <tr>
          <th scope="col">页面</th>
          {roles.map((role) => (
            <RoleHead key={role.id} role={role} isMine={myRoleIds.has(role.id)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {foundLines.map((pageLine, index) => (
          <Fragment key={pageLine.page.id}>
            <GroupHead line={pageLine} previousLine={foundLines[index - 1]} columns={roles.length} />
            <PageRow line={pageLine} roles={roles} open={open.has(pageLine.page.id)} onToggle={toggle} />
          </Fragment>
        ))}
        {foundLines.length === 0 && (
          <tr>
            <td className={styles.empty} colSpan={roles.length + 1}>
              没有符合条件的页面或操作
            </td>
          </tr>
        )}
        {data.roles.length === 0 && (
          <tr>
            <td className={styles.empty} colSpan={1}>
              还没有角色
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface RoleSelectProps {
  readonly isNarrow: boolean;
  readonly roles: readonly RoleBrief[];
  readonly chosenIds: readonly number[];
  readonly data: RoleMatrix;
  readonly myRoleIds: ReadonlySet<number>;
  readonly setChosen: (chosen: readonly number[]) => void;
}

/** Select of the displayed roles; on a phone one role. */
function RoleSelect({ isNarrow, roles, chosenIds, data, myRoleIds, setChosen }: RoleSelectProps) {
  return (
    <Select
      allowClear={clearable}
      maxTagCount="responsive"
      mode={isNarrow ? undefined : 'multiple'}
      placeholder={isNarrow ? '选择角色' : '全部角色'}
      aria-label="角色"
      style={{ width: isNarrow ? '100%' : 320 }}
      value={isNarrow ? roles[0]?.id : [...chosenIds]}
      options={data.roles.map(({ id, name }) => ({
        value: id,
        label: myRoleIds.has(id) ? `${name}（我的角色）` : name,
      }))}
      onChange={(value: number | number[] | undefined) =>
        setChosen([value].flat().filter((id): id is number => typeof id === 'number'))
      }
    />
  );
}

/** /roles (SPEC §2): permissions by role, readable by all staff. */
export default function RolesPage() {
  const ownRoles = useSession((session) => session.user?.roles);
  const isNarrow = useMedia(phone);
  const [typedText, setTypedText] = useState('');
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['roleMatrix'],
    queryFn: async ({ signal }) => (await client.get<RoleMatrix>('api/roleMatrix', { signal })).data,
    retry: false,
  });
  const pageLines = useMemo(() => (data ? linesOf(data) : []), [data]);

  if (isPending) return <Skeleton active paragraph={{ rows: 12 }} />;
  if (!data) return <RetryNotice title="加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  const myRoleIds = new Set(ownRoles?.map(({ id }) => id));
  const wantedIds = isNarrow ? chosenIds.slice(-1) : chosenIds;
  // A phone has room for one role: the person's own, unless another is chosen.
  const fallback = isNarrow
    ? data.roles
        .filter(({ id }) => myRoleIds.has(id))
        .concat(data.roles)
        .slice(0, 1)
    : data.roles;
  const roles = wantedIds.length ? data.roles.filter(({ id }) => wantedIds.includes(id)) : fallback;
  const foundLines = findLines(pageLines, typedText);
  const toggle = (id: number) =>
    setOpen((openIds) => new Set(openIds.has(id) ? [...openIds].filter((openId) => openId !== id) : [...openIds, id]));

  return (
    <section className={styles.page} aria-label="角色权限">
      <p>每个角色能查看哪些页面、能做哪些操作。点击页面名称可展开其中的操作；需要调整时请联系机构管理员。</p>
      <div className={styles.bar}>
        <RoleSelect
          isNarrow={isNarrow}
          roles={roles}
          chosenIds={chosenIds}
          data={data}
          myRoleIds={myRoleIds}
          setChosen={setChosenIds}
        />
        <Input
          allowClear
          placeholder="按页面、操作查找"
          aria-label="查找页面或操作"
          value={typedText}
          onChange={(event) => setTypedText(event.target.value)}
          style={{ width: isNarrow ? '100%' : 240 }}
        />
        <ul className={styles.legend} aria-label="图例">
          <li className={styles.all}>● 全部操作</li>
          <li className={styles.some}>◐ 部分操作</li>
          <li className={styles.view}>○ 只能查看</li>
          <li>– 无</li>
        </ul>
      </div>
      <div className={styles.scroll}>
        <RolesTable
          roles={roles}
          myRoleIds={myRoleIds}
          foundLines={foundLines}
          open={open}
          toggle={toggle}
          data={data}
        />
      </div>
    </section>
  );
}

function RoleHead({ role, isMine }: { role: RoleBrief; isMine: boolean }) {
  return (
    <th scope="col" title={role.remark ?? undefined}>
      {role.name}
      {isMine && '（我）'}
      <small>数据：{scopeText(role.dataScope)}</small>
    </th>
  );
}

function GroupHead({
  line,
  previousLine,
  columns,
}: {
  line: PageLine;
  previousLine: PageLine | undefined;
  columns: number;
}) {
  const title = line.trail.join(' / ');
  if (!title || title === previousLine?.trail.join(' / ')) return null;
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={columns + 1}>
        {title}
      </th>
    </tr>
  );
}

function PageRow({
  line,
  roles,
  open,
  onToggle,
}: {
  line: PageLine;
  roles: readonly RoleBrief[];
  open: boolean;
  onToggle: (id: number) => void;
}) {
  const { page, buttons } = line;
  return (
    <>
      <tr>
        <th scope="row">
          {buttons.length ? (
            <button
              type="button"
              className={`${styles.open} reach`}
              aria-expanded={open}
              onClick={() => onToggle(page.id)}
            >
              {page.title}
            </button>
          ) : (
            <span className={styles.plain}>{page.title}</span>
          )}
        </th>
        {roles.map(({ id }) => {
          const extent = extentOf(line, id);
          return (
            <td key={id} className={styles[extent]}>
              {extentMarks[extent]}
            </td>
          );
        })}
      </tr>
      {open &&
        buttons.map((button) => (
          <tr key={button.id} className={styles.button}>
            <th scope="row" title={button.permission ?? undefined}>
              {button.title}
            </th>
            {roles.map(({ id }) => (
              <td key={id} className={button.roles.includes(id) ? styles.all : styles.none}>
                {button.roles.includes(id) ? '✓' : '–'}
              </td>
            ))}
          </tr>
        ))}
    </>
  );
}
