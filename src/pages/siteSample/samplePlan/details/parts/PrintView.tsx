import { Button } from 'antd';
import { sampleSiteHazard } from '@contract/entities/siteSample/sampleSiteHazard';
import type { AnyRow, Row } from '@contract/entity';
import { signatureStates } from '@contract/signing';
import { siteRange } from '@contract/siteSample/siteNumbers';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { crud } from '@/api/crudClient';
import { DictCell, missing } from '@/fields';
import { SignatureInk } from '@/fields/signature/SignatureInk';
import type { ProjectRow } from '@/projects/useProject';
import styles from '../print.module.css';
import { signatureRoles, signaturesOf } from './signatures';
import { Totals } from './Totals';
import type { PlanModel } from './usePlan';

interface PrintViewProps {
  readonly project: ProjectRow;
  readonly head: AnyRow;
  readonly plan: PlanModel;
  readonly onClose: () => void;
}

const show = (value: unknown): string => (value === null || value === undefined || value === '' ? missing : String(value));

/** The plan on A4 across, on the screen as on paper: its facts, rows, totals and signatures. */
export function PrintView({ project, head, plan, onClose }: PrintViewProps) {
  const { data: rows } = useQuery({
    queryKey: ['samplePlan', project.id, 'printed'],
    queryFn: async ({ signal }) => (await crud(sampleSiteHazard).list({ project: project.id, size: 2000, page: 0, sort: 'rowSort,asc' }, signal)).content,
  });
  useEffect(() => {
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    document.addEventListener('keydown', leave);
    document.body.classList.add(styles.printing ?? '');
    return () => {
      document.removeEventListener('keydown', leave);
      document.body.classList.remove(styles.printing ?? '');
    };
  }, [onClose]);
  const signatures = signaturesOf(plan.timeline);
  return createPortal(
    <div className={styles.screen} role="dialog" aria-modal="true" aria-label={`打印 ${String(project.code)} 采样方案`}>
      <div className={styles.bar}>
        <Button onClick={onClose}>返回</Button>
        <Button type="primary" autoFocus disabled={!rows || !plan.totals} onClick={() => window.print()}>打印</Button>
      </div>
      <article className={styles.sheet}>
        <h1>职业病危害因素采样方案</h1>
        <table className={styles.facts}>
          <tbody>
            <tr><th scope="row">项目编号</th><td>{show(project.code)}</td><th scope="row">受检单位</th><td colSpan={3}>{show(project.belongInspectName)}</td></tr>
            <tr><th scope="row">项目名称</th><td>{show(project.projectName)}</td><th scope="row">项目类型</th><td><DictCell dict="projectType" value={project.type} /></td><th scope="row">项目负责人</th><td>{show(project.leaderName)}</td></tr>
            <tr><th scope="row">采样依据</th><td>{show(head.basis)}</td><th scope="row">采样天数</th><td>{show(head.days)}天</td><th scope="row">采样人员</th><td>{show(head.team)}</td></tr>
          </tbody>
        </table>
        {rows && <Lines rows={rows} />}
        <section className={styles.totals}><Totals totals={plan.totals} /></section>
        {Boolean(head.safety || head.remark) && (
          <section className={styles.words}>
            {Boolean(head.safety) && <p><b>安全注意事项：</b>{String(head.safety)}</p>}
            {Boolean(head.remark) && <p><b>备注：</b>{String(head.remark)}</p>}
          </section>
        )}
        <ul className={styles.signatures} aria-label="签名">
          {signatureRoles.map(({ move, label }) => {
            const step = signatures.get(move);
            const { state, picture } = step?.signature ?? {};
            const name = `${step?.personName ?? ''}${state === 'invalid' ? `（${signatureStates.invalid.label}）` : ''}`;
            return <li key={move}><span>{label}人：{picture && state === 'valid' ? <SignatureInk file={picture} name={name} /> : <b>{name}</b>}</span><span>日期：<b>{step?.at.slice(0, 10) ?? ''}</b></span></li>;
          })}
        </ul>
        {head.state !== 'approved' && <p className={styles.draft}>未批准，仅供内部使用</p>}
      </article>
    </div>,
    document.body,
  );
}

function Lines({ rows }: { readonly rows: readonly Row<typeof sampleSiteHazard>[] }) {
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">点位号</th><th scope="col">车间</th><th scope="col">岗位或采样点</th><th scope="col">检测因素</th><th scope="col">检测方法</th><th scope="col">方式</th><th scope="col">时段</th><th scope="col">采样介质</th><th scope="col">流量 L/min</th>
          <th scope="col">时间 min</th><th scope="col">点数/人数</th><th scope="col">每天样品</th><th scope="col">天数</th><th scope="col">每天空白</th><th scope="col">备注</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{show(siteRange(row.siteNo, row.points))}</td><td>{show(row.workshop)}</td><td>{row.place}</td><td>{[row.hazardName, ...(row.alongWithName ?? [])].join('、')}</td><td>{show(row.methodName)}</td><td><DictCell dict="samplingMode" value={row.mode} /></td>
            <td><DictCell dict="samplingPeriod" value={row.period} /></td><td>{show(row.medium)}</td><td className={styles.number}>{row.flow === null ? missing : String(Number(row.flow))}</td><td className={styles.number}>{show(row.minutes)}</td>
            <td className={styles.number}>{row.points}</td><td className={styles.number}>{row.samplesPerDay}</td><td className={styles.number}>{row.days}</td><td className={styles.number}>{row.blanks}</td><td>{row.remark ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
