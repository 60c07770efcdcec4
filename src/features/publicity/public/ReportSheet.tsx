import { fixedDictionaries } from '@contract/dictionaries';
import { publicityTexts, type PublicReport, type PublicWork } from '@contract/features/publicity/publicity';
import type { ReactNode } from 'react';
import styles from './publicPage.module.css';

const missing = '–';

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return <div><dt>{name}</dt><dd>{children || missing}</dd></div>;
}

const daysOf = ({ from, to }: PublicWork): string => (from === null ? missing : to === null || to === from ? from : `${from} 至 ${to}`);

const activities: ReadonlyMap<string, string> = new Map(fixedDictionaries.sceneActivity.map(({ value, label }) => [value, label]));

interface ReportSheetProps {
  readonly report: PublicReport;
  readonly pictureUrl: (scene: number) => string | undefined;
  /** The way to the copy of the report, where one is published. */
  readonly copy: ReactNode;
}

/** The fields of DOMAIN §7.5, in the order in which people check them: for the public, and for who is about to publish. */
export function ReportSheet({ report, pictureUrl, copy }: ReportSheetProps) {
  const works = ([['现场调查', report.survey], ['现场采样', report.sampling], ['检测', report.test]] as const).filter(([, work]) => work.people !== null);
  return (
    <article className={styles.sheet}>
      <header>
        <h1 className={styles.title}>{report.title}</h1>
        <p className={styles.facts}>
          <span>公示日期 {report.publishTime.slice(0, 10)}</span>
          <span>{report.organizationName}</span>
        </p>
      </header>
      <section>
        <h2>用人单位</h2>
        <dl className={styles.pairs}>
          <Pair name="单位名称">{report.unitName}</Pair>
          <Pair name="所属地区">{report.region?.replaceAll('/', ' ')}</Pair>
          <Pair name="单位地址">{report.address}</Pair>
          <Pair name="联系人">{report.contact}</Pair>
          {report.contactPhone && <Pair name="联系电话">{report.contactPhone}</Pair>}
          {report.companion && <Pair name="陪同人">{report.companion}</Pair>}
        </dl>
      </section>
      <section>
        <h2>报告</h2>
        <dl className={styles.pairs}>
          <Pair name="报告编号"><span className={styles.code}>{report.reportNo}</span></Pair>
          <Pair name="报告类别">{report.reportTypeName}</Pair>
          <Pair name="报告日期">{report.reportDate}</Pair>
          <Pair name="出具机构">{report.organizationName}</Pair>
          {report.qualification && <Pair name="机构资质">{report.qualification}</Pair>}
          {report.hasReport && <Pair name="报告副本">{copy}</Pair>}
        </dl>
      </section>
      <section>
        <h2>技术服务项目组</h2>
        <dl className={styles.pairs}>
          <Pair name="项目负责人">{report.leader}</Pair>
          <Pair name="项目组人员">{report.team}</Pair>
        </dl>
      </section>
      {works.length > 0 && (
        <section>
          <h2>现场与检测</h2>
          <table className={styles.work}>
            <thead><tr><th scope="col">环节</th><th scope="col">专业技术人员</th><th scope="col">时间</th></tr></thead>
            <tbody>
              {works.map(([name, work]) => <tr key={name}><th scope="row">{name}</th><td>{work.people}</td><td>{daysOf(work)}</td></tr>)}
            </tbody>
          </table>
        </section>
      )}
      {report.conclusion && <section><h2>检测结论</h2><p className={styles.prose}>{report.conclusion}</p></section>}
      {report.scenes.length > 0 && (
        <section>
          <h2>现场影像</h2>
          <ul className={styles.scenes}>
            {report.scenes.map((scene) => (
              <li key={scene.id}>
                <figure>
                  <a href={pictureUrl(scene.id)} target="_blank" rel="noopener"><img src={pictureUrl(scene.id)} alt={`${activities.get(scene.activity) ?? ''}：${scene.caption}`} loading="lazy" width={480} height={360} /></a>
                  <figcaption>{scene.caption}{scene.takenOn && ` ${scene.takenOn}`}</figcaption>
                </figure>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className={styles.hint}>{publicityTexts.maskedHint}</p>
    </article>
  );
}
