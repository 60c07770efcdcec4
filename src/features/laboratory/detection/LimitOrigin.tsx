import { Link } from 'react-router-dom';
import { limitOriginOf, limitOriginText, limitOriginTexts } from '@contract/features/laboratory/detection/limitOrigin';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import styles from '../methods.module.css';

/** Returns the address of the determinations of a record of the same method. */
export function determinationAddress(
  { methodKind, variant }: LabWork['sheet'],
  determination: { readonly project: number; readonly sheet: number },
): string | undefined {
  const route = methodRoutes.find(
    (candidate) => candidate.kind === 'lod' && candidate.method === methodKind && candidate.variant === variant,
  );
  const query = new URLSearchParams({
    belongProject: String(determination.project),
    phyId: String(determination.sheet),
  });
  return route && `${route.path}?${query.toString()}`;
}

/** 检出限来源: a link to the determination, or 方法库, or typed by a person. */
export function LimitOrigin({ work }: { readonly work: LabWork }) {
  const text = limitOriginText(work);
  if (!text) return null;
  const address =
    work.determination && limitOriginOf(work) === 'determined'
      ? determinationAddress(work.sheet, work.determination)
      : undefined;
  const origin = address ? (
    <Link className="reach" to={address}>
      {text}
    </Link>
  ) : (
    text
  );
  return (
    <p className={styles.origin}>
      {limitOriginTexts.label}：{origin}
    </p>
  );
}
