import { Button, Input, Select, Table } from 'antd';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { DataTable } from '@/grid/DataTable';
import { PageDrawer, PageModal } from '@/session/overlays';
import type { PageRoute } from '@/session/routeTable';
import { usePageActive, usePageDirty } from '@/session/tabs/pageState';
import { columnsOf, recordsOf } from '../../bench/table/records';

let instances = 0;
/** Shows a number that identifies the page instance. */
function Instance() {
  const [number] = useState(() => (instances += 1));
  const renders = useRef(0);
  renders.current += 1;
  return (
    <>
      <span data-instance>{number}</span>
      <span data-renders hidden>
        {renders.current}
      </span>
    </>
  );
}

const rows = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  name: `第${index + 1}机械制造有限公司`,
  code: `SJ-2026-${String(index + 1).padStart(4, '0')}`,
  industry: '通用设备制造业',
}));

function ListPage({ title }: { readonly title: string }) {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  return (
    <section data-page={pathname} style={{ background: 'var(--surface)', padding: 16 }}>
      <h2 style={{ marginTop: 0 }}>
        {title} <Instance />
      </h2>
      <p>
        <Input aria-label="名称" style={{ width: 240 }} />
        <Button onClick={() => setSearch({ name: '机械' }, { replace: true })}>筛选</Button>
        <Button onClick={() => setTimeout(() => setSearch({ name: '迟到' }, { replace: true }), 400)}>稍后筛选</Button>
        <span data-search>{search.toString()}</span>
      </p>
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        style={{ minHeight: 1600 }}
        dataSource={rows}
        columns={[
          { title: '项目编号', dataIndex: 'code' },
          { title: '单位名称', dataIndex: 'name' },
          { title: '所属行业', dataIndex: 'industry' },
        ]}
      />
    </section>
  );
}

function DetailPage() {
  const [search] = useSearchParams();
  const [text, setText] = useState('');
  usePageDirty('form', text !== '');
  return (
    <section data-page="detail" data-project={search.get('belongProject')}>
      <h2>
        项目{search.get('belongProject')} <Instance />
      </h2>
      <Input aria-label="备注" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/siteSample/siteSurvey/details/page?belongProject=2&code=ZJ-2026-0002">另一个项目</Link>
    </section>
  );
}

function OverlayPage() {
  const [modal, setModal] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const [mounted, setMounted] = useState(0);
  useEffect(() => setMounted((count) => count + 1), []);
  return (
    <section data-page="overlays" data-mounted={mounted} data-active={usePageActive()}>
      <Button onClick={() => setModal(true)}>打开弹窗</Button>
      <Button onClick={() => setDrawer(true)}>打开抽屉</Button>
      <Select
        aria-label="级别"
        style={{ width: 160 }}
        options={['重点', '一般'].map((value) => ({ value, label: value }))}
      />
      <div data-inner style={{ width: 300, height: 120, overflow: 'auto' }}>
        <div style={{ width: 900, height: 900 }} />
      </div>
      <PageModal title="修改" open={modal} onCancel={() => setModal(false)}>
        <Input aria-label="弹窗文字" />
      </PageModal>
      <PageDrawer title="详情" open={drawer} onClose={() => setDrawer(false)}>
        <Input aria-label="抽屉文字" />
      </PageDrawer>
    </section>
  );
}

const records = recordsOf(5_000, 20);
const columns = columnsOf(20);
/** Page that `npm run bench -- pages` switches to. */
function TablePage() {
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(() => new Set());
  return (
    <DataTable
      label="样品"
      rows={records}
      rowKey={({ id }) => id}
      columns={columns}
      height={600}
      density="medium"
      selected={selected}
      onSelect={setSelected}
      onResize={() => undefined}
      onSort={() => undefined}
    />
  );
}

class Refused extends Error {
  readonly requestId = 'req-7f3a';
}
function BrokenPage() {
  if (sessionStorage.getItem('healed') === null) throw new Refused('读取失败');
  return <p>好了</p>;
}

const GonePage = lazy(() =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/page-1.js')),
);

export function renderPage(page: PageRoute): ReactNode {
  if (page.path === '/siteSample/siteSurvey/details/page') return <DetailPage />;
  if (page.component === 'overlays') return <OverlayPage />;
  if (page.component === 'table') return <TablePage />;
  if (page.component === 'broken') return <BrokenPage />;
  if (page.path === '/user/center') return <GonePage />;
  return <ListPage title={page.title} />;
}
