import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Empty, Input, Pagination, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/failures';
import { fetchEnterpriseProjects } from '@/features/customers/enterprise/enterpriseCalls';
import { ProjectCard } from '@/features/customers/enterprise/ProjectCard';
import { Notice, WayButton } from '@/lib/notice/Notice';
import { enterpriseTexts, type EnterpriseState } from '@contract/features/customers/enterprise/enterpriseWire';
import styles from '@/features/customers/enterprise/enterpriseProjects.module.css';

const size = 10;

/** 企业项目: progress of the projects of the person's units, and their reports. */
export default function EnterpriseProjectsPage() {
  const unit = useSearchParams()[0].get('belongInspect');
  const [keyword, setKeyword] = useState('');
  const [state, setState] = useState<EnterpriseState>('all');
  const [page, setPage] = useState(1);
  const query = {
    page: page - 1,
    size,
    state,
    ...(keyword ? { keyword } : {}),
    ...(unit ? { belongInspect: unit } : {}),
  };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['enterprise', 'projects', query],
    queryFn: ({ signal }) => fetchEnterpriseProjects(query, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const narrowed = keyword !== '' || state !== 'all';
  const clear = () => {
    setKeyword('');
    setState('all');
    setPage(1);
  };
  return (
    <section className={styles.page} aria-label="企业项目">
      <div className={styles.bar}>
        <Segmented<EnterpriseState>
          aria-label="范围"
          value={state}
          onChange={(value) => {
            setState(value);
            setPage(1);
          }}
          options={[
            { value: 'all', label: '全部' },
            { value: 'underway', label: '进行中' },
            { value: 'reported', label: '已出报告' },
          ]}
        />
        <Input.Search
          key={keyword}
          allowClear
          defaultValue={keyword}
          className={styles.search ?? ''}
          placeholder="项目编号、名称或单位"
          aria-label="查找项目"
          onSearch={(text) => {
            setKeyword(text.trim());
            setPage(1);
          }}
        />
        {data && (
          <span className={styles.quiet} role="status">
            共 {data.totalElements} 个项目
          </span>
        )}
      </div>
      {error && !data ? (
        <Notice title="项目加载失败" text={failureOf(error).message}>
          <WayButton first onClick={() => void refetch()}>
            重试
          </WayButton>
        </Notice>
      ) : isPending || !data ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : data.content.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={narrowed ? '没有符合条件的项目' : enterpriseTexts.nothing}
        >
          {narrowed && <Button onClick={clear}>查看全部</Button>}
        </Empty>
      ) : (
        <>
          <ul className={styles.list} aria-label="项目">
            {data.content.map((project) => (
              <ProjectCard key={project.id} project={project} />
            ))}
          </ul>
          {data.totalElements > size && (
            <Pagination
              size="small"
              align="end"
              current={page}
              pageSize={size}
              total={data.totalElements}
              showSizeChanger={false}
              onChange={setPage}
            />
          )}
        </>
      )}
    </section>
  );
}
