"""Takes the camera's trembling out of small pictures, so that the tray lies in all of them where it lay in the first.

A table that somebody leans on, a camera on a thin arm, a phone in a hand: all of the picture moves a little, dice and
tray alike. How far is told by landmarks: corners of whatever stands out, found in one picture and followed into the
next by the optical flow of Lucas and Kanade (1981). Most of them must agree on one shift, turn and scale (RANSAC), or
nothing is taken out: a hand or a die that moves by itself is outvoted.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Box, Image
from vision.watching.thumbnail import Mask, Small

Matrix = NDArray[np.float64]
"""(2, 3): from a point of the steady picture to the same point in the picture that came, small pixels."""

LANDMARKS, APART_PX, STANDS_OUT = 60, 5, 0.03
"""Up to 60 corners are landmarks, at least 5 small pixels apart, each at least 0.03 times as sharp as the sharpest."""
FEWEST, MOST_AGREE = 5, 0.6
"""At least 5 landmarks, and 0.6 of those that were found again, must agree on how the picture moved."""
AGREE_PX = 0.6
"""A landmark agrees with the others if it lies within 0.6 small pixels of where their motion puts it."""
FARTHEST = 0.05
"""A motion by which any part of the picture moves by over 0.05 of its width is no trembling."""
SIMPLER = 0.85
"""That nothing moved, or all by one shift, is believed if 0.85 times as many landmarks agree on it as on any other
motion: a turn fitted to noise always finds a few more."""
FEWEST_TURN = 12
"""At least 12 landmarks must agree on a turn or on another scale: a few side by side fit any."""
IN_PLACE_PX = 0.25
"""A landmark that moved by less than 0.25 small pixels has not moved."""
STEADY = np.eye(2, 3)
"""The matrix of a picture that has not moved. Compared by `is`: such a picture is not warped at all."""
_WINDOW, _LEVELS = (11, 11), 1
"""11x11 small pixels around a landmark are compared, on one halved picture and the whole one: more take longer and tell
a shift no better."""
_STEPS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 12, 0.03)
"""A landmark is searched for in up to 12 steps, or until one is shorter than 0.03 small pixels."""
_FOLLOWING = cv2.OPTFLOW_USE_INITIAL_FLOW | cv2.OPTFLOW_LK_GET_MIN_EIGENVALS
"""The search begins where the last picture's motion puts the landmark."""
AROUND_A_DIE = 0.5
"""No landmark is sought within 0.5 edges around a die: its sides and its shadow."""
_NO_POINTS = np.empty((0, 2), np.float32)
_RELIEF_PX, _RELIEF_GAIN = 15, 160.0
"""A relief is a pixel's share of the mean of the 15x15 around it, 160 levels for each whole share; 128 is the mean."""
_RELIEF_DARK = np.float32(8.0)
"""8 grey levels are added before shares are taken: what is darker is mostly noise."""


def relief(grey: Image) -> Image:
    """What stands out, whatever light falls on it: each pixel divided by the mean around it."""
    around = np.asarray(cv2.boxFilter(grey, cv2.CV_32F, (_RELIEF_PX, _RELIEF_PX)), np.float32) + _RELIEF_DARK
    share = (grey + _RELIEF_DARK) / around
    return cast("Image", cv2.addWeighted(share, _RELIEF_GAIN, share, 0.0, 128 - _RELIEF_GAIN, dtype=cv2.CV_8U))


class Landmarks:
    """The landmarks of one small picture; found when first asked for, as most pictures are never compared with."""

    def __init__(self, small: Small, dice: Sequence[Box] = ()) -> None:
        """Keep off `dice` (boxes in pixels of the frame) if enough else stands out: a throw takes dice away."""
        self.small = small
        self._dice = dice
        self._relief: Image | None = None
        self._points: NDArray[np.float32] | None = None

    def moved(self, seen: Image, guess: Matrix, agreed: float = MOST_AGREE) -> Matrix | None:
        """How another picture has moved against this one; None if that can't be told.

        Args:
            seen: the other's `relief`, of the same size.
            guess: about how it moved.
            agreed: share of the landmarks that must agree.
        """
        if self._relief is None or self._points is None:
            self._relief = relief(self.small.grey)
            beside = self._corners(self.small.beside(self._dice, AROUND_A_DIE)) if self._dice else _NO_POINTS
            self._points = beside if len(beside) >= FEWEST_TURN else self._corners(None)
        if len(self._points) < FEWEST:
            return None
        start = (self._points @ guess[:, :2].T + guess[:, 2]).astype(np.float32)
        there, good, _ = cv2.calcOpticalFlowPyrLK(
            self._relief,
            seen,
            self._points,
            start,
            winSize=_WINDOW,
            maxLevel=_LEVELS,
            criteria=_STEPS,
            flags=_FOLLOWING,
        )
        kept = good.ravel() > 0
        return _agreed(self._points[kept], np.asarray(there[kept], np.float32), agreed)

    def _corners(self, where: Mask | None) -> NDArray[np.float32]:
        assert self._relief is not None
        found = cv2.goodFeaturesToTrack(self._relief, LANDMARKS, STANDS_OUT, APART_PX, mask=where, blockSize=5)
        return _NO_POINTS if found is None else found.reshape(-1, 2).astype(np.float32)


def _agreed(here: NDArray[np.float32], there: NDArray[np.float32], share: float) -> Matrix | None:
    """How most points moved, if they agree: the simplest motion that nearly as many agree on as on any other."""
    if len(here) < FEWEST:
        return None
    ways = (there - here).astype(np.float64)
    near = np.hypot(*(ways - np.sort(ways, axis=0)[len(ways) // 2]).T) < AGREE_PX
    shift = np.column_stack([np.eye(2), ways[near].mean(axis=0)]) if near.any() else STEADY
    # From simple to complex: not at all, by one shift, by a turn too. The first with enough votes is taken.
    votes = [(int(np.count_nonzero(np.hypot(*ways.T) < IN_PLACE_PX)), STEADY), (int(np.count_nonzero(near)), shift)]
    # Else RANSAC, which takes longest, is spared: even all points on its side would not outvote a simpler motion.
    if max(votes[0][0], votes[1][0]) < SIMPLER * len(here):
        turned, agree = cv2.estimateAffinePartial2D(here, there, ransacReprojThreshold=AGREE_PX, maxIters=100)
        turns = 0 if turned is None else int(np.count_nonzero(agree))
        votes.append((turns if turns >= FEWEST_TURN else 0, np.asarray(turned, np.float64)))
    most = max(count for count, _ in votes)
    count, matrix = next((count, matrix) for count, matrix in votes if count >= SIMPLER * most)
    return matrix if count >= max(FEWEST, share * len(here)) else None


def farthest(matrix: Matrix, shape: tuple[int, ...]) -> float:
    """How far the matrix moves that corner of a picture of this (height, width) which it moves most, pixels."""
    height, width = shape[:2]
    corners = np.array([(0, 0), (width, 0), (0, height), (width, height)], np.float64)
    return float(np.linalg.norm(corners @ (matrix[:, :2] - np.eye(2)).T + matrix[:, 2], axis=1).max())


class Steadier:
    """Puts pictures where the first one lay, or the tray that was set last."""

    def __init__(self) -> None:
        self.matrix = STEADY
        """The matrix of the newest picture."""
        self._tray: Landmarks | None = None
        self._last: Landmarks | None = None
        """The landmarks of the newest picture, steadied."""
        self._measured: Small | None = None
        """The picture, as it came, on which the matrix was measured."""

    def forget(self) -> None:
        """Begin anew: the next picture says where the tray lies."""
        self._tray = self._last = self._measured = None
        self.matrix = STEADY

    def set_tray(self, tray: Small, dice: Sequence[Box]) -> None:
        """From here on this steady picture says where the tray is; dice lie in these boxes, in pixels of the frame."""
        self._tray = Landmarks(tray, dice)

    def steady(self, small: Small) -> Small:
        """The picture as it would be if nothing trembled; what then lies beyond its edges is made up."""
        if self._measured is None or self._measured.grey.shape != small.grey.shape:
            self.forget()
            self._measured, self._last = small, Landmarks(small)
            return small
        # Where nothing changed since it was measured, the matrix still holds.
        if not self._measured.near(small):
            self.matrix, self._measured = self._moved(small), small
        if self.matrix is not STEADY:
            small = placed(small, self.matrix)
        self._last = Landmarks(small)
        return small

    def _moved(self, small: Small) -> Matrix:
        # The tray first: errors would add up from picture to picture. The last picture helps while a hand hides the
        # tray.
        seen = relief(small.grey)
        for known in (self._tray, self._last):
            matrix = None if known is None else known.moved(seen, self.matrix)
            if matrix is not None and farthest(matrix, small.grey.shape) <= FARTHEST * small.grey.shape[1]:
                return matrix
        return STEADY


def placed(small: Small, matrix: Matrix) -> Small:
    """A small picture, shifted back by its matrix to where the tray lay."""
    colours = np.empty_like(small.colours)
    for plane, into in zip(small.colours, colours, strict=True):
        _warped(plane, matrix, into)
    unseen = int(np.ceil(farthest(matrix, small.grey.shape)))
    return replace(small, colours=colours, grey=_warped(small.grey, matrix), unseen=unseen)


def _warped(image: Image, matrix: Matrix, into: Image | None = None) -> Image:
    size = image.shape[1], image.shape[0]
    # A plain shift, which takes a seventh of the time of a warp.
    if (matrix[:, :2] == STEADY[:, :2]).all():
        middle = (size[0] - 1) / 2 + float(matrix[0, 2]), (size[1] - 1) / 2 + float(matrix[1, 2])
        return cast("Image", cv2.getRectSubPix(image, size, middle, into))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cast("Image", cv2.warpAffine(image, matrix, size, into, flags=flags, borderMode=cv2.BORDER_REPLICATE))


def put_in_place(image: Image, matrix: Matrix, scale: float) -> Image:
    """A whole frame, shifted back as its small picture was.

    Args:
        image: BGR uint8, any size.
        matrix: of its small picture.
        scale: small pixels per pixel of the frame.
    """
    if matrix is STEADY:
        return image
    whole = matrix.copy()
    whole[:, 2] /= scale
    shift = np.rint(whole[:, 2])
    if farthest(np.column_stack([whole[:, :2], shift * 0]), image.shape) < 1.0:
        # By whole pixels: to shift by a part of one would smear the pips that are read.
        whole = np.column_stack([np.eye(2), shift])
    return _warped(image, whole)
