import { reportSheet, type SheetParts } from '@contract/features/publicity/pages/sheets';
import type { PublicReport } from '@contract/features/publicity/publicity';
import './public.css';
import { toReact } from './toReact';

/** The fields of DOMAIN §7.5 as the public reads them, for who is about to publish. */
export function ReportSheet({ report, ...parts }: SheetParts & { readonly report: PublicReport }) {
  return <>{toReact(reportSheet(report, parts))}</>;
}
