import { Checkbox, Empty } from 'antd';
import { useEffect, useState } from 'react';
import { PageModal } from '@/session/overlays';
import type { CheckOffer } from '@contract/features/laboratory/checks/checkOffers';
import type { Column as SheetColumn } from '@contract/features/laboratory/methods/sheets/methodSheet';
import styles from './checks.module.css';

interface ChecksFromRecordDialogProps {
  readonly open: boolean;
  readonly offers: readonly CheckOffer[];
  /** Checks whether an offer is already in the tab. */
  readonly isTaken: (offer: CheckOffer) => boolean;
  readonly columns: readonly SheetColumn[];
  readonly onClose: () => void;
  readonly onTake: (offers: readonly CheckOffer[]) => void;
}

/** 从记录取数: chooses checks from the record's own rows. */
export function ChecksFromRecordDialog({
  open,
  offers,
  isTaken,
  columns,
  onClose,
  onTake,
}: ChecksFromRecordDialogProps) {
  const [tickedOffers, setTickedOffers] = useState<ReadonlySet<CheckOffer>>(new Set());
  useEffect(() => {
    // Blanks and duplicates are preselected. Spikes are not, because only some samples are spiked.
    if (open)
      setTickedOffers(
        new Set(offers.filter((offer) => offer.refused === null && !isTaken(offer) && !('unspiked' in offer.values))),
      );
  }, [open]); // oxlint-disable-line react-hooks/exhaustive-deps
  const tick = (offer: CheckOffer, isTicked: boolean) =>
    setTickedOffers(
      (before) =>
        new Set(isTicked ? [...before, offer] : [...before].filter((otherCheckOffer) => otherCheckOffer !== offer)),
    );
  const takeOffers = () => {
    onTake(offers.filter((offer) => tickedOffers.has(offer)));
    onClose();
  };
  return (
    <PageModal
      open={open}
      width={560}
      title="从记录取数"
      okText="取用"
      okButtonProps={{ disabled: tickedOffers.size === 0 }}
      onOk={takeOffers}
      onCancel={onClose}
      destroyOnHidden
    >
      {offers.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="记录中没有可取用的数据" />
      ) : (
        <ul className={styles.offers}>
          {offers.map((offer, index) => (
            <li key={`${offer.sampleNo} ${index}`}>
              <Checkbox
                checked={tickedOffers.has(offer)}
                disabled={offer.refused !== null}
                onChange={({ target }) => tick(offer, target.checked)}
              >
                <span className={styles.code}>{offer.sampleNo}</span>
                <span>
                  {offer.refused ??
                    columns
                      .flatMap(({ key, label, unit }) =>
                        offer.values[key] === undefined
                          ? []
                          : [`${label} ${offer.values[key]}${unit ? ` ${unit}` : ''}`],
                      )
                      .join('，')}
                </span>
                {isTaken(offer) && <span className={styles.quiet}>已在表中</span>}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </PageModal>
  );
}
