import { calibrationOf } from '../../../src/domain/waits/calibration.js';
import { type Drift, driftOf } from '../../../src/staff/today/drift.js';

/** Of so many holds, this share was ready in time. */
const told = (measure: 'told-likely' | 'told-latest', holds: number, share: number) =>
  [1, 0].map((bucket) => ({
    ...({ measure, formatClass: 'eBook', period: 0, bucket, amount: 0 } as const),
    count: Math.round(holds * (bucket === 1 ? share : 1 - share)),
  }));

test.each<[likely: number, latest: number, holds: number, Drift]>([
  [0.5, 0.9, 1000, 'none'],
  // At the edges of what is right.
  [0.41, 0.86, 1000, 'none'],
  [0.59, 0.96, 1000, 'none'],
  [0.3, 0.9, 1000, 'short'],
  [0.7, 0.9, 1000, 'long'],
  [0.5, 0.7, 1000, 'short'],
  [0.5, 0.995, 1000, 'long'],
  // Chance alone may have moved it.
  [0.38, 0.9, 60, 'none'],
  [0.1, 0.1, 49, undefined],
])(
  '%d ready by the likely time and %d by the latest, of %d holds, means: %s',
  (likely, latest, holds, drift) => {
    const counts = [...told('told-likely', holds, likely), ...told('told-latest', holds, latest)];
    expect(driftOf(calibrationOf(counts).all)).toBe(drift);
  },
);
