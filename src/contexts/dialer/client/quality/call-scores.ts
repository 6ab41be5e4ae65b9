import type { callReviews } from '#contexts/dialer/contract/quality/call-reviews.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';

export type CallScores = WireRow<typeof callReviews.of>;
