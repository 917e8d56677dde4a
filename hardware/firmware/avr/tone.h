#ifndef TONE_H
#define TONE_H

/* Makes the buzzer's pin an output, silent. */
void tone_start(void);

#endif
