import { methodRoutes } from '@contract/features/laboratory/methods/catalogue';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { limitOriginOf, limitOriginText, limitOriginTexts } from '@contract/features/laboratory/detection/limitOrigin';
import { Link } from 'react-router-dom';
import styles from '../methods.module.css';

/** The page of the determination that a record's limit is taken from; undefined where it is from none. */
function addressOf({ sheet, determination }: LabWork): string | undefined {
  if (!determination) return undefined;
  const { methodKind, variant } = sheet;
  const route = methodRoutes.find((one) => one.kind === 'lod' && one.method === methodKind && one.variant === variant);
  const query = new URLSearchParams({ belongProject: String(determination.project), phyId: String(determination.sheet) });
  return route && `${route.path}?${query.toString()}`;
}

/** 检出限来源: the determination as a link, or 方法库, or what somebody typed. */
export function LimitOrigin({ work }: { readonly work: LabWork }) {
  const text = limitOriginText(work);
  if (!text) return null;
  const address = limitOriginOf(work) === 'determined' ? addressOf(work) : undefined;
  const told = address ? <Link className="reach" to={address}>{text}</Link> : text;
  return <p className={styles.facts}>{limitOriginTexts.label}：{told}</p>;
}
