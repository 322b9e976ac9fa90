"""What scenes are drawn with: looks, type, boxes, dice and tokens; knows no scene."""
