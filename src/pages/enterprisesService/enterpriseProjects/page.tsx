import { Button, Empty, Input, Pagination, Segmented, Skeleton } from 'antd';
import { ProjectCard } from '@/features/customers/enterprise/ProjectCard';
import { Notice, NoticeButton } from '@/lib/notice/Notice';
import { definePage, ExportButton, type ListEditorModel, useListEditor } from '@/listEditor';
import { pageSizes } from '@contract/constants';
import {
  type EnterpriseProject,
  type EnterpriseProjectFilter,
  enterpriseTexts,
} from '@contract/features/customers/enterprise/enterpriseWire';
import { enterpriseProject } from '@contract/features/customers/entities/enterpriseProject';
import styles from '@/features/customers/enterprise/enterpriseProjects.module.css';

const page = definePage({
  entity: enterpriseProject,
  url: 'api/enterprise/projects',
  columns: ['projectName', 'code', 'unitName', 'typeName', 'progress', 'dueOn', 'reports'],
  filters: ['state', 'belongInspect'],
  abilities: [],
  empty: enterpriseTexts.nothing,
});

/** Highest number of cards per page; the server returns no more. */
const maxCards = 100;

const stateFilters: readonly { readonly value: EnterpriseProjectFilter; readonly label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'underway', label: '进行中' },
  { value: 'reported', label: '已出报告' },
];

/**
 * 企业项目: progress of the projects of the person's units, and their reports. A list editor that shows cards instead
 * of rows.
 */
export default function EnterpriseProjectsPage() {
  const editor = useListEditor(page);
  return (
    <section className={styles.page} aria-label="企业项目">
      <ProjectFilters editor={editor} />
      <ProjectCards editor={editor} />
    </section>
  );
}

function ProjectFilters({ editor }: { readonly editor: ListEditorModel }) {
  const { list, search, total, ready } = editor;
  const { keyword, state, ...others } = list.filters;
  const changeFilter = (next: { keyword?: string; state?: string }) =>
    void search({ ...others, keyword: keyword ?? '', state: state ?? '', ...next });
  return (
    <div className={styles.bar}>
      <Segmented<EnterpriseProjectFilter>
        aria-label="范围"
        value={(state as EnterpriseProjectFilter | undefined) ?? 'all'}
        onChange={(chosenState) => changeFilter({ state: chosenState === 'all' ? '' : chosenState })}
        options={[...stateFilters]}
      />
      <Input.Search
        key={String(keyword ?? '')}
        allowClear
        defaultValue={String(keyword ?? '')}
        className={styles.search ?? ''}
        placeholder="项目编号、名称或单位"
        aria-label="查找项目"
        onSearch={(text) => changeFilter({ keyword: text.trim() })}
      />
      {ready && (
        <span className={styles.quiet} role="status">
          共{total}个项目
        </span>
      )}
      <ExportButton editor={editor} title={page.entity.label} selectable={false} />
    </div>
  );
}

function ProjectCards({ editor }: { readonly editor: ListEditorModel }) {
  const { rows, total, list, loading, error } = editor;
  const { belongInspect, ...typed } = list.filters;
  if (error && !rows.length)
    return (
      <Notice title="项目加载失败" text={error.pageText}>
        <NoticeButton first onClick={() => void editor.retry()}>
          重试
        </NoticeButton>
      </Notice>
    );
  if (!rows.length && loading) return <Skeleton active paragraph={{ rows: 8 }} />;
  const hasFilter = Object.keys(typed).length > 0;
  if (!rows.length)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={hasFilter ? '没有符合条件的项目' : page.empty}>
        {hasFilter && (
          <Button onClick={() => void editor.search(belongInspect ? { belongInspect } : {})}>查看全部</Button>
        )}
      </Empty>
    );
  return (
    <>
      <ul className={styles.list} aria-label="项目">
        {rows.map((row) => (
          <ProjectCard key={row.id} project={row as unknown as EnterpriseProject} />
        ))}
      </ul>
      {total > list.size && (
        <Pagination
          size="small"
          align="end"
          current={list.page}
          pageSize={list.size}
          total={total}
          pageSizeOptions={pageSizes.filter((size) => size <= maxCards)}
          showSizeChanger={{ showSearch: false, 'aria-label': '每页条数' }}
          onChange={(next, size) => (size === list.size ? editor.setPage(next) : editor.setSize(size))}
        />
      )}
    </>
  );
}
