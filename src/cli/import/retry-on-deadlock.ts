import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../command-error.js';

const maxAttempts = 5;
const retryDelayMs = 100;

/** SQLSTATE of a serialization failure and of a deadlock. */
const retryableCodes = ['40001', '40P01'];

/** Runs a transaction again after a conflict with another command. */
export async function retryOnDeadlock<T>(transaction: () => Promise<T>, attemptsLeft = maxAttempts): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!retryableCodes.includes(errorCode(error) ?? '') || attemptsLeft <= 1) throw error;
    await delay(retryDelayMs);
    return retryOnDeadlock(transaction, attemptsLeft - 1);
  }
}
